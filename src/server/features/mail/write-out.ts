import type { Block } from '#shared/mail/mail.contract.ts'
import { type Composed, directionOf } from './compose.ts'

/**
 * Renders the email as plain text. Codes and addresses stand on lines of their own: there they need no direction marks, which
 * mail programs would take for part of an address.
 */
export function asText({ school, blocks, footer }: Composed): string {
  const line = (block: Block) => (block.kind === 'link' ? `${block.text}:\n${block.href}` : block.text)
  return `${[...blocks.map(line), '--', school, footer].join('\n\n')}\n`
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const styles = {
  page: 'margin:0;padding:24px;background:#f4f6f6;font-family:system-ui,Segoe UI,Tahoma,Arial,sans-serif;color:#16211f',
  sheet: 'max-width:520px;margin:0 auto;padding:28px 24px;background:#ffffff;border-radius:12px',
  school: 'margin:0 0 20px;font-size:15px;color:#4a5a57',
  subject: 'margin:0 0 16px;font-size:22px;line-height:1.35',
  text: 'margin:0 0 16px;font-size:16px;line-height:1.6',
  code: 'margin:0 0 16px;font-size:30px;font-weight:700;letter-spacing:5px',
  button: 'display:inline-block;padding:12px 20px;border-radius:8px;background:#0f766e;color:#ffffff;font-weight:600',
  address: 'margin:0 0 20px;font-size:13px;color:#4a5a57;word-break:break-all',
  footer: 'max-width:520px;margin:16px auto 0;font-size:13px;color:#4a5a57',
}

function blockHtml(block: Block): string {
  const text = escape(block.text)
  if (block.kind === 'text') return `<p style="${styles.text}">${text}</p>`
  if (block.kind === 'code') return `<p style="${styles.code}"><bdi dir="ltr">${text}</bdi></p>`
  const href = escape(block.href)
  return [
    `<p style="margin:0 0 8px"><a href="${href}" style="${styles.button}">${text}</a></p>`,
    `<p style="${styles.address}"><bdi dir="ltr">${href}</bdi></p>`,
  ].join('\n')
}

/** Renders the email as HTML: no script, no image, nothing fetched; all data is escaped. */
export function asHtml({ language, school, subject, blocks, footer }: Composed): string {
  const dir = directionOf(language)
  return `<!doctype html>
<html lang="${language}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body dir="${dir}" style="${styles.page}">
<div style="${styles.sheet}">
<p style="${styles.school}">${escape(school)}</p>
<h1 style="${styles.subject}">${escape(subject)}</h1>
${blocks.map(blockHtml).join('\n')}
</div>
<p style="${styles.footer}">${escape(footer)}</p>
</body>
</html>
`
}
