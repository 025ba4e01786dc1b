import { join } from 'node:path'
import { guidePages } from '../../src/demo/guide.ts'
import { projectRoot } from '../../src/platform/project-root.ts'
import { corpusPages, pagesIn, type SourcePage } from '../support/corpus.ts'

/** One of everything that can be edited, in the forms that people and other programs write it. */
const everything = `---
title: Everything
icon: book
---

# Everything <a href="#all" id="all"></a>

A paragraph with **bold**, __bold__, *italic*, _italic_, ~~struck~~, \`code\`, [a link](page.md "A title"), <https://example.com>,
https://example.com and a second line.\\
A hard break, another  
one and<br>a third. Escapes: \\*not italic\\*, snake_case, 2 * 3, &nbsp;&copy; \\[brackets], <kbd>Ctrl</kbd> and H<sub>2</sub>O.

Setext heading
===

Another
---

## Heading with \`code\` and closing marks ##
Text right below.
* a list right below
* of two items

- [ ] open task
- [x] done task
   - nested, indented by three

     with a paragraph

+ loose

+ list

1. one
1. two
   1. nested
   2. **nested**
10) another

> A quote
lazy line
>
> * with a list
>   over two lines
> > and a quote
>no space

{% hint style="warning" %}
A hint with a [mention](/users/usr_1 "mention") and an image ![alt](x.png).

* and a list
{% endhint %}

{% hint style='info' %}{% endhint %}

{% tabs %}
{% tab title="First" %}
Text in a tab.

\`\`\`js title="a.js"
const a = 1
\`\`\`
{% endtab %}

{% tab title="Second" %}
| Left | Right |
|:-----|------:|
| a \\| b | \`c \\| d\` |
| | **bold** <br> more |
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
### First step

Do it.
{% endstep %}
{% step %}
Then this.
{% endstep %}
{% endstepper %}

{% columns %}
{% column width="50%" %}
Left
{% endcolumn %}
{% column %}
Right
{% endcolumn %}
{% endcolumns %}

<details>

<summary>More **about** it</summary>

Hidden text.

> Quoted

</details>

<details open><summary>Compact</summary>

Text.
</details>

a | b
--|--
1 | 2
  | 3

{% embed url="https://example.com" %}

{% content-ref url="page.md" %}
[page.md](page.md)
{% endcontent-ref %}

{% include "../note.md" %}

$$
e = mc^2
$$

Text with $$x$$, a note[^1] and a [reference][ref] and {% unknown tag %}.

<figure><img src="a.png" alt=""><figcaption>Caption</figcaption></figure>

<table data-view="cards"><thead><tr><th></th></tr></thead><tbody><tr><td>Card</td></tr></tbody></table>

***

    indented code

[^1]: The note

[ref]: https://example.com/reference

Last line   
`

const tricky: Readonly<Record<string, string>> = {
  empty: '',
  blank: '\n \n',
  'only front matter': '---\ntitle: x\n---',
  'without a final line ending': '# Title\n\nText',
  'with a byte order mark': '\ufeff# Title\r\n\r\nText\r\n',
  'with a tag in a line': 'Before {% hint %} inside {% endhint %} after\n\n- item {% endtab %}\n',
  'with tags that are not closed': '{% tabs %}\n{% tab title="x" %}\nText\n\n{% endhint %}\n',
  'with tabs': '-\titem\n\n\tparagraph\n\n\t- nested\n\n>\tquote\n',
  'with lists in lists': '- - - a\n    - b\n\n  c\n- \n- d\n\n1) x\n   - y\n     1. z\n\n        w\n',
  'with many blank lines': '\n\n\nOne\n\n\n\nTwo  \n\t\nThree\n\n\n',
  'with a quote of everything':
    '> # Title\n>\n> {% hint style="info" %}\n> Text\n> {% endhint %}\n>\n> | a |\n> | - |\n> | b |\n>\n> - x\n>\n>   y\n',
  'with a list of everything':
    '* > quote\n  > more\n* {% hint %}\n  Text\n  {% endhint %}\n* | a |\n  | - |\n  | b |\n* ```\n  code\n  ```\n',
}

const windows = (text: string) => text.replace(/\r?\n/g, '\r\n')

const ownPages: SourcePage[] = [
  { name: 'everything', text: everything },
  { name: 'everything, of Windows', text: windows(everything) },
  ...Object.entries(tricky).map(([name, text]) => ({ name: `a page ${name}`, text })),
  ...guidePages({ page: 'picture.png', review: 'picture.png' }).map(({ slug, markdown }) => ({
    name: slug,
    text: markdown,
  })),
]

/** Pages that are also edited and printed anew, which takes longer than opening them. */
export const printedPages: SourcePage[] = [...ownPages, ...corpusPages]

export const allPages: SourcePage[] = [...printedPages, ...pagesIn(join(projectRoot, 'docs'))]
