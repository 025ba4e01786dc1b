const tag = (name: string, inside: string, attributes = '') =>
  `{% ${name}${attributes} %}\n${inside}\n{% end${name} %}`

const LONG =
  'Pages are written by people who know the subject, and read by people who want to get on with it.'

/** What samples refer to: files of the space and a reusable content, by their ids. */
export interface SampleTargets {
  picture: string
  manual: string
  reusable: string
}

/** One block of each kind that pages have, by name. */
export const blockSamples = ({
  picture,
  manual,
  reusable,
}: SampleTargets): Readonly<Record<string, string>> => ({
  'a paragraph': `${LONG} ${LONG}`,
  marks:
    'Some **strong**, *light*, ~~old~~, `code`, H<sub>2</sub>O, x<sup>2</sup>, <kbd>Ctrl</kbd> and a [link](install.md).',
  'coloured text':
    'Some <mark style="color:red;">red text</mark> and <mark style="background-color:green;">green marks</mark>.',
  'a line break': 'One line\\\nand another.',
  'a heading 1': '# The largest heading',
  'a paragraph below a heading': LONG,
  'a heading 2': '## A large heading',
  'a heading 3 below a heading': '### A heading below it',
  'a heading 4': '#### A small heading',
  'a heading 5': '##### A smaller heading',
  'a heading 6': '###### The smallest heading',
  'a list': `- one\n- two\n  - inner\n  - more\n- ${LONG}`,
  'a loose list': '* first\n\n  With a second paragraph.\n\n* second',
  'a numbered list': '3. three\n4. four\n   1. inner\n5. five',
  tasks: `- [ ] to do\n- [x] done\n- [ ] ${LONG}`,
  'a quote': `> ${LONG}\n>\n> - with a list\n>\n> And more.`,
  'a hint of information': tag('hint', '**Information.** A [link](install.md) and `code`.', ' style="info"'),
  'a hint of success': tag('hint', LONG, ' style="success"'),
  'a hint of warning': tag('hint', '## A heading\n\nText.\n\n- a list', ' style="warning"'),
  'a hint of danger': tag('hint', '```sh\nrm file\n```', ' style="danger"'),
  code: '```bash\nnpm ci && npm start\n```',
  'code with a title': tag(
    'code',
    "```js\n// Reads.\nconst a = 'text'\nreturn a\n```",
    ' title="src/main.js" lineNumbers="true"',
  ),
  tabs: tag(
    'tabs',
    `${tag('tab', 'In the first.', ' title="First"')}\n\n${tag('tab', 'In the second.', ' title="Second"')}`,
  ),
  steps: tag(
    'stepper',
    `${tag('step', '## Install\n\nRun the command.')}\n\n${tag('step', '### Start\n\nIt listens.')}`,
  ),
  columns: tag('columns', `${tag('column', LONG)}\n\n${tag('column', '- right')}`),
  'columns with widths': tag(
    'columns',
    `${tag('column', 'Left.', ' width="33%" valign="middle"')}\n\n${tag('column', `${LONG} ${LONG}`)}`,
  ),
  'an expandable':
    '<details open>\n\n<summary>How does this open?</summary>\n\nLike this.\n\n- and more\n\n</details>',
  'another expandable':
    '<details open>\n\n<summary>And this?</summary>\n\n## A heading\n\nToo.\n\n</details>',
  'a table': `| Name | Type | Default |\n|---|:---:|--:|\n| \`port\` | number | 3000 |\n| \`host\` | ${LONG} | localhost |`,
  'a table of HTML':
    '<table><thead><tr><th>Name</th><th>What</th></tr></thead><tbody><tr><td>One</td><td><ul><li>a</li><li>b</li></ul></td></tr></tbody></table>',
  cards:
    '<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>First card</strong></td><td>What it is about.</td><td><a href="install.md">install.md</a></td></tr><tr><td><strong>Second card</strong></td><td>More words to see how they wrap.</td><td></td></tr></tbody></table>',
  'an image': `![A circle](/files/${picture})`,
  'an image with a caption': `<figure><img src="/files/${picture}" alt="A circle" width="300"><figcaption><p>A circle in a rectangle.</p></figcaption></figure>`,
  'an image in a line': `A <img src="/files/${picture}" alt="circle" data-size="line"> in a line.`,
  'a formula': '$$\nx = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}\n$$',
  'a formula in a line': 'A formula $$a^2+b^2=c^2$$ in a line.',
  'an embed': '{% embed url="https://www.example.com/video" %}',
  'a link to a page': tag('content-ref', '[install.md](install.md)', ' url="install.md"'),
  'another link to a page': tag('content-ref', '[upgrade.md](upgrade.md)', ' url="upgrade.md"'),
  'a file': tag('file', 'The manual', ` src="/files/${manual}"`),
  'an include': `{% include "${reusable}" %}`,
  'an operation of an API': '{% openapi-operation spec="pets" path="/pets" method="get" %}',
  'schemas of an API': '{% openapi-schemas spec="pets" schemas="Pet" %}',
  'a diagram': '{% @mermaid/diagram content="graph TD" %}',
  buttons:
    '<a href="install.md" class="button primary">Get started</a> <a href="install.md" class="button secondary">More</a>',
  'an icon': 'An <i class="fa-rocket">:rocket:</i> icon.',
  updates: tag(
    'updates',
    `${tag('update', '## Version 2\n\nA new version.', ' date="2026-03-05"')}\n\n${tag('update', 'Small changes.', ' date="2026-03-01"')}`,
  ),
  'a prompt': tag('prompt', 'Write a test for this function.', ' description="Write a test"'),
  HTML: '<p align="center">Raw <b>HTML</b></p>',
  'a line': '***',
  'a paragraph below a line': LONG,
})
