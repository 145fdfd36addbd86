import { richTextCases } from './rich-text-cases.ts'

/*
 * Texts that become something else where a page takes them for markup, for an address, for a template or for the rest of a script
 * (OWASP, XSS filter evasion): those that attack rich text, and those that break out of where a text stands.
 */
const breakouts: readonly string[] = [
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' onmouseover=alert(1) x='",
  '" autofocus onfocus=alert(1) x="',
  '` onclick=alert(1) x=`',
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</option></select><img src=x onerror=alert(1)>',
  '</noscript><img src=x onerror=alert(1)>',
  '--><img src=x onerror=alert(1)>',
  ']]><img src=x onerror=alert(1)>',
  "';alert(1);//",
  '";alert(1);//',
  '\\";alert(1);//',
  '${alert(1)}',
  '{{constructor.constructor("alert(1)")()}}',
  '#{alert(1)}',
  '<%= alert(1) %>',
  '{"__html":"<img src=x onerror=alert(1)>"}',
  'javascript:/*--></title></style></textarea></script></xmp><svg/onload=+/"/+/onmouseover=1/+/[*/[]/+alert(1)//>',
  '\u2028alert(1)\u2029',
  '＜script＞alert(1)＜/script＞',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '&lt;img src=x onerror=alert(1)&gt;',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<isindex type=image src=1 onerror=alert(1)>',
  '<x contenteditable onblur=alert(1)>lose focus</x>',
]

const own = 'an image of ours'
const ofRichText = richTextCases.filter(([what, html, left]) => html !== left && !what.startsWith(own)).map(([, html]) => html)

export const hostileTexts: readonly string[] = [...new Set([...breakouts, ...ofRichText])]
