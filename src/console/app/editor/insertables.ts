import type { Texts } from '../texts/texts.ts'

/** Where the cursor goes in what is inserted. */
export const CARET = '¦'

const hint = (style: string): string => `{% hint style="${style}" %}\n¦\n{% endhint %}`

/** The blocks that can be inserted by the slash menu, in its order: the Markdown of an empty one of each kind that sites show. */
export const insertables: Readonly<Record<keyof Texts['editor']['insertables'], string>> = {
  heading1: '# ¦',
  heading2: '## ¦',
  heading3: '### ¦',
  list: '- ¦',
  numbered: '1. ¦',
  task: '- [ ] ¦',
  quote: '> ¦',
  code: '```\n¦\n```',
  table: '| ¦ |  |\n| --- | --- |\n|  |  |',
  image: '![¦]()',
  hintInfo: hint('info'),
  hintSuccess: hint('success'),
  hintWarning: hint('warning'),
  hintDanger: hint('danger'),
  tabs: '{% tabs %}\n{% tab title="¦" %}\n\n{% endtab %}\n\n{% tab title="" %}\n\n{% endtab %}\n{% endtabs %}',
  stepper:
    '{% stepper %}\n{% step %}\n## ¦\n\n{% endstep %}\n\n{% step %}\n## \n\n{% endstep %}\n{% endstepper %}',
  expandable: '<details>\n\n<summary>¦</summary>\n\n\n\n</details>',
  columns:
    '{% columns %}\n{% column %}\n¦\n{% endcolumn %}\n\n{% column %}\n\n{% endcolumn %}\n{% endcolumns %}',
  cards:
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>¦</td><td></td></tr><tr><td></td><td></td></tr></tbody></table>',
  updates: '{% updates %}\n{% update date="" %}\n## ¦\n\n{% endupdate %}\n{% endupdates %}',
  prompt: '{% prompt description="" %}\n¦\n{% endprompt %}',
  condition: '{% if visitor.claims.¦ %}\n\n{% endif %}',
  formula: '$$\n¦\n$$',
  file: '{% file src="¦" %}',
  embed: '{% embed url="¦" %}',
  contentRef: '{% content-ref url="¦" %}\n[]()\n{% endcontent-ref %}',
  include: '{% include "¦" %}',
  operation: '{% openapi-operation spec="¦" path="" method="get" %}',
  schemas: '{% openapi-schemas spec="¦" schemas="" %}',
  webhook: '{% openapi-webhook spec="¦" name="" method="post" %}',
  openapi: '{% openapi src="¦" path="" method="get" %}\n\n{% endopenapi %}',
  integration: '{% @mermaid/diagram content="¦" %}',
  line: '---\n\n¦',
}
