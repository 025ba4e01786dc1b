import type { Texts } from '../texts/texts.ts'

export type InsertableName = keyof Texts['editor']['insertables']

/** A block that can be inserted by the slash menu. */
export interface Insertable {
  name: InsertableName
  /** The Markdown of an empty one. The cursor goes to `¦`. */
  markdown: string
  /** An icon of the console. */
  icon: string
}

export const CARET = '¦'

/** The kinds of blocks that published sites show. */
export const insertables: readonly Insertable[] = [
  { name: 'heading2', markdown: '## ¦', icon: 'heading' },
  { name: 'heading3', markdown: '### ¦', icon: 'heading' },
  { name: 'list', markdown: '- ¦', icon: 'list' },
  { name: 'numbered', markdown: '1. ¦', icon: 'list' },
  { name: 'task', markdown: '- [ ] ¦', icon: 'check' },
  { name: 'quote', markdown: '> ¦', icon: 'quote' },
  { name: 'code', markdown: '```\n¦\n```', icon: 'code' },
  { name: 'table', markdown: '| ¦ |  |\n| --- | --- |\n|  |  |', icon: 'table' },
  { name: 'image', markdown: '![¦]()', icon: 'image' },
  { name: 'hintInfo', markdown: '{% hint style="info" %}\n¦\n{% endhint %}', icon: 'info' },
  { name: 'hintSuccess', markdown: '{% hint style="success" %}\n¦\n{% endhint %}', icon: 'check' },
  { name: 'hintWarning', markdown: '{% hint style="warning" %}\n¦\n{% endhint %}', icon: 'warning' },
  { name: 'hintDanger', markdown: '{% hint style="danger" %}\n¦\n{% endhint %}', icon: 'warning' },
  {
    name: 'tabs',
    markdown:
      '{% tabs %}\n{% tab title="¦" %}\n\n{% endtab %}\n\n{% tab title="" %}\n\n{% endtab %}\n{% endtabs %}',
    icon: 'tabs',
  },
  {
    name: 'stepper',
    markdown:
      '{% stepper %}\n{% step %}\n## ¦\n\n{% endstep %}\n\n{% step %}\n## \n\n{% endstep %}\n{% endstepper %}',
    icon: 'steps',
  },
  { name: 'expandable', markdown: '<details>\n\n<summary>¦</summary>\n\n\n\n</details>', icon: 'expandable' },
  {
    name: 'columns',
    markdown:
      '{% columns %}\n{% column %}\n¦\n{% endcolumn %}\n\n{% column %}\n\n{% endcolumn %}\n{% endcolumns %}',
    icon: 'columns',
  },
  { name: 'formula', markdown: '$$\n¦\n$$', icon: 'formula' },
  { name: 'embed', markdown: '{% embed url="¦" %}', icon: 'link' },
  { name: 'contentRef', markdown: '{% content-ref url="¦" %}\n[]()\n{% endcontent-ref %}', icon: 'link' },
  { name: 'include', markdown: '{% include "¦" %}', icon: 'file' },
  { name: 'line', markdown: '---\n\n¦', icon: 'minus' },
]
