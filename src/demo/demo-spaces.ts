/** A believable documentation of a cloud product. The same for the same number of pages. */
interface DemoPage {
  title: string
  markdown: string
}

export interface DemoSpace {
  title: string
  emoji: string
  sections: { title: string; pages: DemoPage[] }[]
}

const PRODUCTS = [
  'Storage',
  'Compute',
  'Networking',
  'Identity',
  'Billing',
  'Messaging',
  'Search',
  'Monitoring',
]
const EMOJI = ['🗄️', '⚙️', '🌐', '🔑', '💳', '✉️', '🔎', '📈']
const SECTIONS = ['Getting started', 'Guides', 'Concepts', 'Reference', 'Troubleshooting']
const ACTIONS = [
  'Create',
  'Configure',
  'Rotate',
  'Export',
  'Migrate',
  'Monitor',
  'Limit',
  'Share',
  'Delete',
  'Restore',
]
const THINGS = [
  'a bucket',
  'an instance',
  'a network',
  'an access key',
  'an invoice',
  'a queue',
  'an index',
  'an alert',
]
const REASONS = [
  'It takes a few seconds, and can be repeated safely.',
  'Only owners of the project can do this.',
  'Clients that use the old value keep working for ten minutes.',
  'The change is recorded in the audit log.',
  'The quota of the project applies.',
]

/** A small generator of numbers (mulberry32): the same sequence on every machine. */
function numbersFrom(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) % most
  }
}

const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length] as Item

function pageOf(product: string, number: number, random: (most: number) => number): DemoPage {
  const action = pick(ACTIONS, number)
  const thing = pick(THINGS, number * 3 + random(THINGS.length))
  const title = `${action} ${thing} (${number + 1})`
  const command = `${product.toLowerCase()} ${action.toLowerCase()} --name example-${number}`
  const reasons = Array.from({ length: 2 + random(3) }, () => pick(REASONS, random(REASONS.length)))
  const rows = Array.from(
    { length: 2 + random(4) },
    (_, row) => `| \`option-${row}\` | ${10 * (row + 1)} | ${pick(REASONS, row)} |`,
  )
  const markdown = `This page explains how to ${action.toLowerCase()} ${thing} with ${product}.

${[...new Set(reasons)].join(' ')}

## Before you begin

You need a project with ${product} and the role **editor**.

## Steps

1. Open the project.
2. Run the command:

\`\`\`bash
${command}
\`\`\`

3. Wait until its state is \`ready\`.

{% hint style="${pick(['info', 'warning', 'success', 'danger'], random(4))}" %}
${pick(REASONS, random(REASONS.length))}
{% endhint %}

## Options

| Option | Default | Meaning |
| --- | --- | --- |
${rows.join('\n')}
`
  return { title, markdown }
}

/** Spaces with this many pages in total. */
export function demoSpaces(pages: number, perSpace = 100): DemoSpace[] {
  const count = Math.max(1, Math.ceil(pages / perSpace))
  let left = pages
  return Array.from({ length: count }, (_, index) => {
    const random = numbersFrom(index + 1)
    const product = pick(PRODUCTS, index)
    const here = Math.min(left, Math.ceil(pages / count))
    left -= here
    const all = Array.from({ length: here }, (_each, number) => pageOf(product, number, random))
    const size = Math.ceil(here / SECTIONS.length)
    const sections = SECTIONS.map((title, section) => ({
      title,
      pages: all.slice(section * size, (section + 1) * size),
    }))
    const title = index < PRODUCTS.length ? product : `${product} ${Math.floor(index / PRODUCTS.length) + 1}`
    return {
      title,
      emoji: pick(EMOJI, index),
      sections: sections.filter((section) => section.pages.length > 0),
    }
  })
}

export const demoComments = [
  'Is the default right? I remember another value.',
  'Please add an example with two projects.',
  'Great page, this answered my question.',
  'The second step fails without the role editor.',
]
