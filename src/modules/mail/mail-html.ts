import { Html, html } from '../../core/html.ts'
import type { MailLanguage } from './mail.model.ts'
import type { MailBlock, MailContent } from './mail-content.ts'

/** In the elements, because many mail clients remove style sheets; those that do not then show dark colours. */
const STYLES = {
  body: 'margin:0;padding:24px 12px;background:#f4f6f8;color:#1e1f21;font:16px/1.6 system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif',
  card: 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #dddee0;border-radius:8px;overflow-wrap:anywhere',
  title: 'margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600',
  text: 'margin:0 0 16px',
  facts: 'margin:0 0 16px;border-collapse:collapse',
  label: 'padding:2px 16px 2px 0;color:#575b62;vertical-align:top;white-space:nowrap',
  value: 'padding:2px 0;vertical-align:top',
  action:
    'display:inline-block;padding:10px 20px;background:#2c65d2;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600',
  address: 'margin:0 0 16px;font-size:13px;line-height:20px',
  link: 'color:#2c65d2',
  note: 'margin:0 0 8px;font-size:13px;line-height:20px;color:#575b62',
}

const DARK = new Html(`:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
body{background:#0f1216!important;color:#e5e8ed!important}
.card{background:#171a1d!important;border-color:#303337!important}
.muted{color:#a0a5ac!important}
.link{color:#6c9bf5!important}
}`)

/** A mail as HTML, which loads nothing from anywhere. */
export function mailHtmlOf({ subject, blocks }: MailContent, language: MailLanguage): string {
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${DARK}</style>
</head>
<body style="${STYLES.body}">
<div class="card" style="${STYLES.card}">
<h1 style="${STYLES.title}">${subject}</h1>
${blocks.map(htmlOf)}</div>
</body>
</html>
`
  return page.text
}

function htmlOf(block: MailBlock): Html {
  switch (block.kind) {
    case 'text':
      return html`<p style="${STYLES.text}">${block.text}</p>\n`
    case 'note':
      return html`<p class="muted" style="${STYLES.note}">${block.text}</p>\n`
    case 'facts':
      return html`<table role="presentation" style="${STYLES.facts}">\n${block.facts.map(
        ([label, value]) =>
          html`<tr><td class="muted" style="${STYLES.label}">${label}:</td> <td style="${STYLES.value}">${value}</td></tr>\n`,
      )}</table>\n`
    case 'action':
      // The address is shown as well, for clients that do not show a link as a button, and for people who copy it.
      return html`<p style="${STYLES.text}"><a href="${block.link}" style="${STYLES.action}">${block.label}</a></p>
<p style="${STYLES.address}"><a class="link" href="${block.link}" style="${STYLES.link}">${block.link}</a></p>\n`
    case 'noteLink':
      return html`<p class="muted" style="${STYLES.note}">${block.label}<br>
<a class="link" href="${block.link}" style="${STYLES.link}">${block.link}</a></p>\n`
  }
}
