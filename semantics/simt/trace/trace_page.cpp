// Traces as a page: see trace.h. The page holds its rows as JSON and a script that shows them; it loads nothing.
#include "semantics/simt/trace/trace.h"

#include <fmt/format.h>

namespace lockstep::semantics::simt {

namespace {

// As the text of a JSON string inside a script element.
std::string quoted(const std::string &s) {
  std::string out = "\"";
  for (char c : s) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else if (u < 0x20 || c == '<' || c == '>' || c == '&')
      out += fmt::format("\\u{:04x}", u);
    else
      out += c;
  }
  return out + "\"";
}
std::string escaped(const std::string &s) {
  std::string out;
  for (char c : s)
    out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

constexpr const char *head = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>@TITLE@</title><style>
body{font:14px/1.45 system-ui,sans-serif;margin:1.5em auto;max-width:76em;color:#1b1f24;background:#fff}
h1{font-size:1.2em;margin:0 0 .2em}
code,pre,td{font-family:ui-monospace,SFMono-Regular,Menlo,monospace}
.bar{display:flex;gap:.5em;align-items:center;margin:.8em 0}
.bar input[type=range]{flex:1}
button{font:inherit;padding:.15em .7em}
.view{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:1.5em}
#code{margin:0;border:1px solid #d0d7de;border-radius:6px;overflow:auto;max-height:62vh}
#code div{padding:0 .7em;white-space:pre;font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:13px}
#code .now{background:#ddf4ff}
.lanes{display:grid;grid-template-columns:repeat(16,1fr);gap:3px;margin:.3em 0 1em}
.lane{border-radius:4px;text-align:center;padding:.25em 0;font-size:12px;border:1px solid #0002;min-width:1.4em}
.e{background:#2da44e;color:#fff}.g{background:#bf8700;color:#fff}.o{background:#eaeef2;color:#57606a}
.b{background:#8250df;color:#fff}.r{background:#0969da;color:#fff}.w{background:#cf222e;color:#fff}
.x{background:#fff;color:#afb8c1}
.key span{display:inline-block;padding:0 .5em;margin:0 .4em .3em 0;border-radius:4px;font-size:12px}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.1em .6em .1em 0;font-size:13px}
.warp h2{font-size:1em;margin:.2em 0}
.dim{color:#57606a}
</style></head><body>
<h1>@TITLE@</h1><div class="dim">@END@</div>
<div class="bar"><button id="first">|&lt;</button><button id="back">&lt;</button><button id="on">&gt;</button>
<button id="last">&gt;|</button><input id="at" type="range" min="0" value="0"><span id="where"></span></div>
<div class="key"><span class="e">executes</span><span class="g">guard false</span><span class="o">does not follow</span>
<span class="b">has left the loop</span><span class="r">has returned</span><span class="w">waits at a barrier</span>
<span class="x">has exited</span></div>
<div class="view"><div id="code"></div><div id="warps"></div></div>
<script>
)";

constexpr const char *tail = R"(
const cls={'#':'e','-':'g','.':'o','b':'b','r':'r','w':'w','x':'x'};
const $=id=>document.getElementById(id);
code.forEach((c,i)=>{const d=document.createElement('div');d.textContent=String(c[0]).padStart(5)+'  '+c[1];d.id='i'+i;
$('code').appendChild(d);});
$('at').max=Math.max(0,rows.length-1);
function show(n){
 n=Math.max(0,Math.min(rows.length-1,n));$('at').value=n;
 const now=rows[n];if(!now)return;
 $('where').textContent='step '+now[0]+' of '+rows[rows.length-1][0]+more;
 document.querySelectorAll('.now').forEach(e=>e.classList.remove('now'));
 const line=$('i'+now[2]);line.classList.add('now');
 $('code').scrollTop=line.offsetTop-$('code').offsetTop-$('code').clientHeight/2;
 const latest=new Map();for(let i=0;i<=n;i++)latest.set(rows[i][1],rows[i]);
 $('warps').replaceChildren(...[...latest.entries()].sort((a,b)=>a[0]-b[0]).filter(e=>e[0]===now[1]||latest.size<=6)
 .map(([w,r])=>{
  const d=document.createElement('div');d.className='warp';const h=document.createElement('h2');
  h.textContent='warp '+w+(w===now[1]?'  at '+code[r[2]][0]:'');if(w!==now[1])h.className='dim';d.appendChild(h);
  const g=document.createElement('div');g.className='lanes';
  [...r[3]].forEach((c,l)=>{const e=document.createElement('div');e.className='lane '+cls[c];e.textContent=l;
   g.appendChild(e);});d.appendChild(g);
  const t=document.createElement('table');
  t.innerHTML='<tr><th>token</th><th>lanes</th><th>leads to</th></tr>';
  r[4].forEach(k=>{const tr=document.createElement('tr');k.forEach(x=>{const td=document.createElement('td');
   td.textContent=x;tr.appendChild(td);});t.appendChild(tr);});
  if(!r[4].length){const tr=document.createElement('tr');const td=document.createElement('td');td.colSpan=3;
   td.className='dim';td.textContent='the stack is empty';tr.appendChild(td);t.appendChild(tr);}
  d.appendChild(t);return d;}));
 location.replace('#'+n);
}
const at=()=>Number($('at').value);
$('first').onclick=()=>show(0);$('last').onclick=()=>show(rows.length-1);
$('back').onclick=()=>show(at()-1);$('on').onclick=()=>show(at()+1);$('at').oninput=()=>show(at());
document.onkeydown=e=>{if(e.target.type==='range')return;if(e.key==='ArrowRight')show(at()+1);
if(e.key==='ArrowLeft')show(at()-1);};
show(Number(location.hash.slice(1))||0);
</script></body></html>
)";

} // namespace

std::string trace_page(const TraceRows &rows, const Program &p, unsigned warp_size, const std::string &title,
                       const std::string &end) {
  std::string out = head;
  auto put = [&](const std::string &mark, const std::string &with) {
    for (auto at = out.find(mark); at != std::string::npos; at = out.find(mark, at + with.size()))
      out.replace(at, mark.size(), with);
  };
  put("@TITLE@", escaped(title));
  put("@END@", escaped(end));
  out += "const code=[";
  for (const Instruction &i : p.code)
    out += fmt::format("[{},{}],\n", i.address, quoted(print_guarded(i, p)));
  out += "];\nconst rows=[";
  for (const Row &r : rows.rows()) {
    out += fmt::format("[{},{},{},{},[", r.step, r.warp, r.pc, quoted(r.lanes));
    for (auto t = r.stack.rbegin(); t != r.stack.rend(); ++t)
      out += fmt::format("[{},{},{}],", quoted(name(t->kind)), quoted(bits(t->mask, warp_size)),
                         t->pc < p.code.size() ? p.code[t->pc].address : 0);
    out += "]],\n";
  }
  out += fmt::format("];\nconst more={};",
                     quoted(rows.omitted() == 0 ? "" : fmt::format(" (and {} more)", rows.omitted())));
  return out + tail;
}

} // namespace lockstep::semantics::simt
