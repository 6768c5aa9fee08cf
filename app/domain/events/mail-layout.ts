import { unreachable } from '#app/platform/result.ts'

/** A part of a mail: text, one link to act on, or facts in pairs. */
export type MailPart =
  | { kind: 'message'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'link'; label: string; address: string }
  | { kind: 'facts'; rows: [string, string][] }

/** A mail's text and its HTML from the same parts, so that they can't differ. Plain markup: mail apps support no more. */
export function layOutMail(heading: string, parts: MailPart[], brandName: string): { text: string; html: string } {
  const text = [heading, ...parts.map(textOf), brandName].join('\n\n')
  const body = parts.map(htmlOf).join('\n')
  const html = [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(heading)}</title></head>`,
    '<body bgcolor="#ffffff" text="#1d1611">',
    '<table role="presentation" align="center" width="480" cellpadding="16" cellspacing="0" border="0"><tr><td>',
    `<h1>${escapeHtml(heading)}</h1>`,
    body,
    `<p><small>${escapeHtml(brandName)}</small></p>`,
    '</td></tr></table></body></html>',
  ].join('\n')
  return { text: `${text}\n`, html }
}

function textOf(part: MailPart): string {
  switch (part.kind) {
    case 'message':
      return part.text
    case 'code':
      return `    ${part.code}`
    case 'link':
      return `${part.label}:\n${part.address}`
    case 'facts':
      return part.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
    default:
      return unreachable(part)
  }
}

function htmlOf(part: MailPart): string {
  switch (part.kind) {
    case 'message':
      return `<p>${escapeHtml(part.text)}</p>`
    case 'code':
      return `<h2 translate="no"><code>${escapeHtml(part.code)}</code></h2>`
    case 'link':
      return `<p><a href="${escapeHtml(part.address)}">${escapeHtml(part.label)}</a></p>`
    case 'facts':
      return `<table cellpadding="4">${part.rows.map(([name, value]) => `<tr><th align="left">${escapeHtml(name)}</th><td translate="no">${escapeHtml(value)}</td></tr>`).join('')}</table>`
    default:
      return unreachable(part)
  }
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
