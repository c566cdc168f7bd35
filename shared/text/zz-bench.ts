import { markdownToDoc } from './markdown-in.ts'
import { docToMarkdown } from './markdown-out.ts'
import { renderDoc } from './render.ts'
import { plainOptions } from './well-formed.ts'
import { wordCount, excerpt, plainText, textDirection } from './measure.ts'
import { outline } from './outline.ts'
const r=(s:string,n:number)=>s.repeat(n)
const t=(n:string,s:string)=>{
  const ms: string[] = []
  const step=<T>(what:string,f:()=>T):T=>{const a=performance.now();try{return f()}finally{const d=performance.now()-a;if(d>60)ms.push(`${what} ${Math.round(d)}`)}}
  try{ const {doc}=step('in',()=>markdownToDoc(s,'essay'))
    step('html',()=>renderDoc(doc,plainOptions)); const md=step('out',()=>docToMarkdown(doc)); step('measure',()=>{wordCount(doc);excerpt(doc,300);plainText(doc);textDirection(doc);outline(doc)})
    if (md.length < 900000) { const again=step('again',()=>markdownToDoc(md,'essay').doc); if(JSON.stringify(again)!==JSON.stringify(doc)) ms.push('ROUND TRIP DIFFERS') }
  }catch(e){ms.push(String(e).slice(0,80))}
  if(ms.length)console.log(n.padEnd(10),s.length,ms.join(' | '))
}
t('brackets',r('[',1e5)); t('br2',r('[',5e4)+'a'+r(']',5e4)); t('img',r('![',5e4)); t('link',r('[a](b',2e4)); t('links',r('[a](/b) ',9000)); t('links2',r('[a](/b)\n\n',6000)); t('quotes"',r('"a" ',1e5)); t("quotes'",r("'",1e5))
t('em',r('*a ',1e5)); t('em2',r('a**b',5e4)+r('c* ',5e4)); t('em3',r('*a_ ',5e4)); t('http',r('http://',3e4)); t('httpa',r('http://a.b ',9000));t('mail',r('a@b.c ',3e4)); t('mail2',r('a@',5e4)); t('bq',r('>',1e5)); t('lists',Array.from({length:1300},(_,i)=>' '.repeat(i*2)+'- a').join('\n')); t('ent',r('&',1e5)); t('back',Array.from({length:500},(_,i)=>'e'+'`'.repeat(i)).join('')); t('<',r('<',1e5)); t('<a:',r('<a:',5e4)); t('table','|a|\n|-|\n'+r('|x|\n',4900)); t('wide',r('|a',400)+'\n'+r('|-',400)+'\n'+r('|b\n',10)); t('refs',r('[a]: b\n',3e4)); t('esc',r('\\"',1e5)); t('dots',r('.',3e5)); t('dash',r('-',3e5)+'a');  t('www',r('www.a.b ',9000)); t('~~',r('~~a',5e4)); t('((',r('(',1e5)); t("it's",r("it's ",1e5)); t('nl',r('a\n',2e5)); t('ol',r('1. a\n',6000)); t('paras',r('a\n\n',9000))
t('fuzzy',r('a.com ',9000)); t('[^',r('[^a]',5e4)); t('deepbq', Array.from({length:300},(_,i)=>'>'.repeat(i)+'a').join('\n'))
t('$',r('$a ',1e5)); t('$$',r('$$',1e5)); t('$$n',r('$$\n',1e5)); t('$$a',r('$$ a\n',1e5)); t('$$an',r('$$ a\n\n',9000)); t('$`',r('$`',1e5)); t('$5',r('$5 ',1e5)); t('$``',Array.from({length:500},(_,i)=>'$'+'`'.repeat(i)).join('')); t('<em>',r('<em>',1e5)); t('</em>',r('<em></em>a',6000)); t('tags',r('<em><strong>',2e4)+'a'+r('</strong></em>',2e4))
t(':::',r(':::spoiler a\n',9000)); t(':::c',r(':::\n',9000)); t(':::n',r(':::spoiler a\n',5000)+'a\n'+r(':::\n',5000)); t(':bq',Array.from({length:60},(_,i)=>'>'.repeat(i)+':::details').join('\n'))
t('fn',Array.from({length:4000},(_,i)=>`a[^${i}]\n\n[^${i}]: n`).join('\n\n')); t('fn1',r('a[^1] ',9000)+'\n\n[^1]: '+r('long ',9000)); t('fnnest',r('[^a]: ',1e5)); t('fndup',r('[^a]: b\n\n',4000)); t('heads',r('# a\n',9000)); t('frag',Array.from({length:3000},(_,i)=>`# h${i}\n\n[x](#h${i})\n`).join('\n')); t('bold',r('**a**\n\n',6000)); t('img2',r('![a](/b.png "c")',6000)); t('mention',r('[@a](/users/b) ',9000)); t('cells','|a|\n|-|\n'+r('|{colspan=9 rowspan=9}|\n',3000)); t('figcap','![a](/b.png "'+r('![a](/b.png ',9000)+'")'); t('mixtask',r('- [ ] a\n- b\n',3000)); t('cap2', '![a](/b "'+r('*a ',9e4)+'")'); t('prose', r('The speeds σ belong to the sky, and “so” it’s *said* that a [link](https://a.org/x) is. ',1100)); t('altnest', r('![',3000)+'a'+r('](/b)',3000)); t('li>', r('- > ',3000)+'a'); t('capnest', ((): string => {let s='x';for(let i=0;i<12;i++)s='![a](/b "'+s.replace(/[\\"]/g,'\\$&')+'")';return s.slice(0,900000)})())
