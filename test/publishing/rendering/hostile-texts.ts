const times = (text: string, count: number) => text.repeat(count)

/** Texts that try to run a script, to load something or to take long. Each contains `word`. */
export const hostileTexts: [name: string, markdown: string][] = [
  ['scripts', '<script>alert(1)</script>\n\nword\n\n<ScRiPt src=//evil.example></sCrIpT>'],
  ['handlers', '<img src=x onerror=alert(1)> <p onclick="alert(1)">word</p>'],
  ['handlers in a block', '<div onmouseover="alert(1)" style="position:fixed">word</div>'],
  ['links with scripts', '[word](javascript:alert(1)) [b](JAVASCRIPT:alert(1)) <javascript:alert(1)>'],
  ['links with hidden schemes', '[word](<java\tscript:alert(1)>) <a href="java&#10;script:alert(1)">b</a>'],
  [
    'links with data',
    '[word](data:text/html;base64,PHNjcmlwdD4=) ![a](data:image/svg+xml,<svg/onload=alert(1)>)',
  ],
  [
    'frames',
    '<iframe src="https://evil.example"></iframe>\n\n<iframe srcdoc="<script>alert(1)</script>">word</iframe>\n\nword',
  ],
  [
    'drawings',
    '<svg onload=alert(1)><script>alert(1)</script><a xlink:href="javascript:alert(1)">word</a></svg>\n\nword',
  ],
  [
    'forms',
    '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">word</button></form>\n\nword',
  ],
  [
    'styles',
    '<style>@import "https://evil.example"</style>\n\n<p style="background:url(//evil.example)">word</p>',
  ],
  [
    'documents in documents',
    '<meta http-equiv=refresh content="0;url=//evil.example"><base href=//evil.example><link rel=stylesheet href=//evil.example>\n\nword',
  ],
  ['broken markup', '<p title="><script>alert(1)</script>">word <!-- --><script>alert(1)</script> -->'],
  ['markup in code', '```html\n</code></pre><script>alert(1)</script> word\n```'],
  [
    'markup in titles',
    '{% code title="<script>alert(1)</script>" %}\n```js" onclick="alert(1)\nword\n```\n{% endcode %}',
  ],
  [
    'markup in tabs',
    '{% tabs %}\n{% tab title="\'><script>alert(1)</script>" %}\nword\n{% endtab %}\n{% endtabs %}',
  ],
  ['markup in headings', '## word <img src=x onerror=alert(1)> <a id="x\' onclick=alert(1)"></a>'],
  [
    'markup in images',
    '<figure><img src="x.png" alt="&quot;><script>alert(1)</script>" width="1;x" height="onerror"><figcaption>word</figcaption></figure>',
  ],
  [
    'formulas with links',
    'word $$\\href{javascript:alert(1)}{a}$$ $$\\url{javascript:alert(1)}$$ $$\\htmlStyle{color:red}{a}$$ $$\\includegraphics{https://evil.example/a.png}$$',
  ],
  ['embeds', '{% embed url="javascript:alert(1)" %}\n\n{% embed url="//evil.example/\'><script>" %}\n\nword'],
  ['content references', '{% content-ref url="javascript:alert(1)" %}\nword\n{% endcontent-ref %}'],
  [
    'remote images',
    '![word](https://evil.example/a.png) <img src="//evil.example/a.png" alt="b">\n\n<p><img src="https://evil.example/b.png"></p>',
  ],
  [
    'inline tags',
    'word <a href="javascript:alert(1)" onclick="alert(1)">b</a> <u onclick="alert(1)">c</u> <span style="x">d',
  ],
  ['footnotes', 'word[^a]\n\n[^a]: <script>alert(1)</script> [b](javascript:alert(1))'],
  [
    'cards',
    '<table data-view="cards"><thead><tr><th></th><th data-card-target data-type="content-ref"></th><th data-card-cover data-type="image"></th></tr></thead><tbody><tr><td>word</td><td><a href="javascript:alert(1)">b</a></td><td><img src="javascript:alert(1)"></td></tr></tbody></table>',
  ],
  [
    'names that every object has',
    '{% hint constructor __proto__="x" style="constructor" icon="__proto__" %}\nword\n{% endhint %}',
  ],
  ['tables in tables', `${times('<table><tr><td>', 2000)}word`],
  ['deep elements', `${times('<div>', 5000)}word`],
  ['long elements', `<p>${times('<b>', 30_000)}word</p>`],
  ['deep quotes', `${times('> ', 5000)}word`],
  ['deep lists', `${times('- ', 2000)}word`],
  ['open tags', `${times('<u>', 200)}word${times('<your ', 200)}`],
  ['one note in many places', `${times('[^a] ', 500)}word\n\n[^a]: b`],
]
