package journal
import ("testing";"time";"os";"fmt";"bytes")
func TestTmpFull(t *testing.T){
 p:=os.Getenv("TMPJ"); if p=="" {t.Skip()}
 j,err:=Open(p); fmt.Println("open",err); if err!=nil {return}
 n:=0
 for { r:=sample(j.Len()+1); if err=j.Append(&r); err!=nil {break}; n++ }
 fmt.Println(n, err, j.Len())
 r:=sample(1); fmt.Println(j.Append(&r)); fmt.Println(j.Backup(p+".bak"))
 os.Remove(os.Getenv("BALLAST"))
 fill(t,j,j.Len()+50); mustHold(t,j,j.Len()); fmt.Println("after room", j.Len()); fmt.Println(j.Close())
 mustHold(t,mustOpen(t,p),int64(n+50))
}
func TestTmpBackup(t *testing.T){
 j:=mustOpen(t,t.TempDir()+"/c.db"); run(j.db,"BEGIN"); r:=Record{Events:bytes.Repeat([]byte("e"),1000)}
 for range 100000 {j.Append(&r)}; run(j.db,"COMMIT")
 b:=time.Now(); fmt.Println(j.Backup(t.TempDir()+"/b.db"),time.Since(b))
}
func TestTmpPerm(t *testing.T){ p:=os.Getenv("TMPR"); if p=="" {t.Skip()}
 j,err:=Open(p); fmt.Println("open",err); if err==nil {j.Close()}
 j,err=OpenReadOnly(p); fmt.Println("ro",err); if err==nil {fmt.Println(j.Len()); j.Close()}
 _,err=Open("/root/x/y.db"); fmt.Println(err)
}
