import { attributes, type Html, html, nothing } from '../../../core/html.ts'
import type { Texts } from '../../site-texts/index.ts'
import { isForeign } from '../addresses.ts'
import type { HeaderLink, SectionTab, SiteFrame, Variant } from '../views.ts'
import { ofInterface } from './html-document.ts'
import { emojiOf, icon, iconNamed } from './icons.ts'
import { ownImage, themedImage } from './images.ts'

/** A link of the frame, which may lead to another site. */
export function frameLink(
  { title, href }: { title: string; href: string | null },
  { externalTarget }: Pick<SiteFrame, 'externalTarget'>,
  classes: string | null = null,
): Html {
  if (href === null) return html`<span${attributes({ class: classes })}>${title}</span>`
  const isNew = isForeign(href) && externalTarget === 'blank'
  return html`<a${attributes({ class: classes, href, target: isNew && '_blank', rel: isForeign(href) && 'noopener' })}>${title}</a>`
}

export function header(frame: SiteFrame, texts: Texts, hasNav: boolean): Html {
  const logo = ownImage(frame.logo)
  const brand = logo
    ? themedImage(logo, frame.title, 'logo')
    : html`${emojiOf(frame.emoji)}<span>${frame.title}</span>`
  const links =
    frame.headerLinks.length > 0 &&
    html`<nav class="header-links" aria-label="${texts.get('links')}"><ul>${frame.headerLinks.map((link) => html`<li>${headerLink(link, frame)}</li>`)}</ul></nav>`
  const menu =
    hasNav &&
    html`<a class="icon-button menu-button" href="#pages:nav" aria-label="${texts.get('menu')}">${icon('menu')}</a>`
  return html`${announcement(frame, texts)}<header class="site-header"${attributes(ofInterface(frame))}><div class="bar">${menu}<a class="brand" href="${frame.home}">${brand}</a>${searchLink(frame, texts)}${links}${headerVariants(frame, texts, hasNav)}${themeMenu(frame, texts)}</div>${sectionTabs(frame.sections, texts)}</header>`
}

function announcement({ announcement: given, ...frame }: SiteFrame, texts: Texts): Html {
  if (!given) return nothing
  const link = given.link ? html` ${frameLink(given.link, frame)}` : nothing
  return html`<div class="announcement ${given.style}" role="region" aria-label="${texts.get('announcement')}"><p>${given.message}${link}</p><button type="button" class="icon-button dismiss js-only" aria-label="${texts.get('close')}">✕</button></div>`
}

function headerLink(link: HeaderLink, frame: SiteFrame): Html {
  const classes = link.style === 'link' ? 'header-link' : `button ${link.style.replace('button-', '')}`
  if (link.links.length === 0) return frameLink(link, frame, classes)
  return menuOf(
    link.title,
    link.links.map((inner) => frameLink(inner, frame)),
    'header-link',
  )
}

/** The links of the header for narrow screens, which have no room for them there. */
export function narrowLinks(frame: SiteFrame): Html {
  const links = frame.headerLinks.flatMap(({ title, href, links }) =>
    href === null ? links : [{ title, href }],
  )
  if (links.length === 0) return nothing
  return html`<ul class="narrow-links">${links.map((link) => html`<li>${frameLink(link, frame)}</li>`)}</ul>`
}

/** A menu opens without the script as well. */
function menuOf(title: Html | string, items: readonly Html[], classes: string, isCurrent = false): Html {
  return html`<details class="menu"><summary${attributes({ class: isCurrent ? `${classes} current` : classes })}>${title}${icon('down')}</summary><ul>${items.map((item) => html`<li>${item}</li>`)}</ul></details>`
}

function searchLink({ searchHref }: SiteFrame, texts: Texts): Html {
  if (searchHref === null) return nothing
  return html`<a class="search-button" href="${searchHref}" data-search="${searchHref}">${icon('search')}<span>${texts.get('search')}</span><kbd aria-hidden="true">/</kbd></a>`
}

/** Light, dark, or that of the reader's system. */
function themeMenu({ themes }: SiteFrame, texts: Texts): Html {
  if (!themes.toggeable) return nothing
  const choices = (['light', 'dark', 'system'] as const).map(
    (value) =>
      html`<li><button type="button" data-theme-choice="${value}" aria-pressed="false">${texts.get(value)}</button></li>`,
  )
  return html`<details class="menu theme-menu js-only"><summary class="icon-button theme-button" aria-label="${texts.get('theme')}">${icon('sun')}${icon('moon')}</summary><ul>${choices}</ul></details>`
}

function sectionTabs(sections: readonly SectionTab[], texts: Texts): Html {
  if (sections.length === 0) return nothing
  const tabs = sections.map((section) => {
    const title = html`${section.icon && iconNamed(section.icon)}${section.title}`
    if (section.items && section.items.length > 0) {
      const items = section.items.map(
        (item) =>
          html`<a${attributes({ href: item.href, 'aria-current': item.isCurrent === true && 'true' })}>${item.title}${item.description && html`<small>${item.description}</small>`}</a>`,
      )
      return html`<li>${menuOf(title, items, 'section-tab', section.isCurrent)}</li>`
    }
    return html`<li><a${attributes({ class: 'section-tab', href: section.href, 'aria-current': section.isCurrent && 'true' })}>${title}</a></li>`
  })
  return html`<nav class="section-tabs" aria-label="${texts.get('sections')}"><ul>${tabs}</ul></nav>`
}

/** The menus in the header. Where it has no room for them, they are above the navigation. */
function headerVariants(frame: SiteFrame, texts: Texts, hasNav: boolean): Html {
  if (frame.languages.length + frame.versions.length === 0) return nothing
  return html`<div class="${hasNav ? 'header-variants beside-nav' : 'header-variants'}">${variantMenus(frame, texts)}</div>`
}

/** A menu of the versions, and one of the languages. */
export const variantMenus = ({ versions, languages }: SiteFrame, texts: Texts): Html =>
  html`${variantMenu(versions, texts.get('variants'))}${variantMenu(languages, texts.get('languages'), 'globe')}`

function variantMenu(variants: readonly Variant[], label: string, mark?: string): Html {
  if (variants.length < 2) return nothing
  const current = variants.find(({ isCurrent }) => isCurrent)
  const items = variants.map(
    ({ title, href, lang, isCurrent }) =>
      html`<a${attributes({ href, hreflang: lang, lang, 'aria-current': isCurrent && 'true' })}>${title}</a>`,
  )
  const title = html`${mark && icon(mark)}<span class="unseen">${label}: </span><span>${current?.title ?? label}</span>`
  return html`<div class="variants-menu">${menuOf(title, items, 'variant')}</div>`
}
