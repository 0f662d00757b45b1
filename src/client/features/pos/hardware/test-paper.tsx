// chunk: hardware-sheet
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { createFormat } from '#client/i18n/format.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import css from '#client/ui/print/paper.module.css'
import { Both, Paper, PaperRow } from '#client/ui/print/paper.tsx'
import { Printout } from '#client/ui/print/printout.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { qrPath } from '#shared/kernel/text/qr-path.rules.ts'

/** A paper with all that a receipt has, for trying a printer: both scripts, amounts, a line, a code. Not on the screen. */
export function TestPaper() {
  const { i18n } = useTranslation('pos.hardware')
  const { settings } = useTill()
  const { language, timeZone, currency, school, till } = settings
  const words = (key: 'title' | 'arabic' | 'amount' | 'code'): Bilingual => ({
    en: i18n.getFixedT('en', 'pos.hardware')(`paper.${key}`),
    ar: i18n.getFixedT('ar', 'pos.hardware')(`paper.${key}`),
  })
  const format = useMemo(() => createFormat(language, timeZone, currency), [language, timeZone, currency])
  const text = `${till.siteCode}-${till.tillCode}`
  const qr = useMemo(() => qrPath(text), [text])
  return (
    <Printout>
      <Paper language={language}>
        <header className={css.head}>
          <strong className={css.school}>
            <Both text={school} />
          </strong>
          <Both text={till.name} isInline />
        </header>
        <h3 className={css.title}>
          <Both text={words('title')} isInline />
        </h3>
        <PaperRow label={words('arabic')} value={text} />
        <hr className={css.cut} />
        <PaperRow label={words('amount')} value={format.amount(123_456)} />
        <PaperRow isTotal label={words('amount')} note={currency} value={format.amount(1_234_567)} />
        <svg className={css.qr} viewBox={`-2 -2 ${qr.size + 4} ${qr.size + 4}`} role="img" aria-label={text}>
          <path d={qr.path} />
        </svg>
        <footer className={css.head}>
          <Both text={words('code')} />
        </footer>
      </Paper>
    </Printout>
  )
}
