import { attributes, type Html, html, nothing } from '../../../core/html.ts'
import { columnClasses, type HolderBlock, type ItemBlock, type ItemsBlock } from '../../documents/index.ts'
import type { Context } from '../document/context.ts'
import { textOf } from '../document/walk.ts'
import { icon, iconNamed } from '../layout/icons.ts'

export function renderGroup(group: ItemsBlock, context: Context): Html {
  switch (group.type) {
    case 'tabs':
      return tabs(
        group.nodes.map((item) => ({
          title: textOf(item.data.title) || textOf(item.data.name),
          mark: typeof item.data.icon === 'string' ? iconNamed(item.data.icon) : nothing,
          content: context.blocks(item.nodes),
        })),
        context,
      )
    case 'stepper':
      return html`<ol class="steps">${group.nodes.map((step) => html`<li>${context.blocks(step.nodes)}</li>`)}</ol>`
    case 'columns':
      return html`<div class="columns">${group.nodes.map((column) => renderColumn(column, context))}</div>`
    case 'updates':
      return html`<div class="updates">${group.nodes.map((update) => renderUpdate(update, context))}</div>`
  }
}

interface Tab {
  title: string
  mark?: Html
  content: Html
}

/** Tabs. Without the script, and in print, all panels are shown one below the other, each with its title. */
export function tabs(panels: readonly Tab[], context: Context): Html {
  const id = context.nextId('tabs')
  const buttons = panels.map(({ title, mark }, at) => {
    const values = {
      type: 'button',
      role: 'tab',
      id: `${id}:${at}`,
      'aria-controls': `${id}:${at}:panel`,
      'aria-selected': at === 0 ? 'true' : 'false',
      tabindex: at === 0 ? null : -1,
    }
    return html`<button${attributes(values)}>${mark}${title || at + 1}</button>`
  })
  const shown = panels.map(
    ({ title, content }, at) =>
      html`<div class="panel" role="tabpanel" id="${id}:${at}:panel" aria-labelledby="${id}:${at}"><p class="panel-title">${title || at + 1}</p>${content}</div>`,
  )
  return html`<div class="tabs"><div class="tablist" role="tablist" aria-label="${context.texts.get('tabs')}">${buttons}</div>${shown}</div>`
}

const renderColumn = ({ data, nodes }: ItemBlock, context: Context): Html =>
  html`<div class="${columnClasses(textOf(data.width), textOf(data.verticalAlignment))}">${context.blocks(nodes)}</div>`

function renderUpdate({ data, nodes }: ItemBlock, context: Context): Html {
  const date = textOf(data.date)
  const time = Date.parse(date)
  const shown = Number.isNaN(time) ? date : context.texts.date(new Date(time))
  const iso = Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10)
  const tags = Array.isArray(data.tags) ? data.tags.filter((tag) => tag !== '') : []
  const head = html`<div class="update-head"><time${attributes({ datetime: iso })}>${shown}</time>${tags.map((tag) => html`<span class="tag">${tag}</span>`)}</div>`
  return html`<section class="update">${head}<div class="update-body">${context.blocks(nodes)}</div></section>`
}

export function renderPrompt({ data, nodes }: HolderBlock, context: Context): Html {
  const title = textOf(data.description) || context.texts.get('prompt')
  return html`<details${attributes({ class: 'expandable prompt', open: data.defaultExpanded === true })}><summary>${icon('chevron')}<span>${title}</span></summary><div class="inside" data-copy>${context.blocks(nodes)}</div></details>`
}
