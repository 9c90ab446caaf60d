package journal
import ("testing";"time";"sort";"path/filepath";"fmt")
func TestTmpSpike(t *testing.T){
 j:=mustOpen(t,filepath.Join(t.TempDir(),"c.db"))
 var d []time.Duration
 for i:=0;i<4000;i++{ r:=sample(int64(i+1)); b:=time.Now(); j.Append(&r); d=append(d,time.Since(b))}
 sort.Slice(d,func(a,b int)bool{return d[a]<d[b]})
 fmt.Println("p50",d[2000],"p99",d[3960],"p99.9",d[3996],"max",d[3999])
 b:=time.Now(); j.Close(); fmt.Println("close",time.Since(b))
}
