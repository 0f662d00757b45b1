// chunk: paper
import type { CustomTypeOptions } from 'i18next'
import { createContext, type ReactNode, use } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import css from './paper.module.css'

type TillWords = CustomTypeOptions['resources']['pos.till']

type Language = keyof Bilingual

const first = createContext<Language>('en')

/** Paper of a school: its first language comes first and gives the direction. */
export function Paper({ language, children }: { language: Language; children: ReactNode }) {
  return (
    <first.Provider value={language}>
      <article className={css.paper} lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
        {children}
      </article>
    </first.Provider>
  )
}

/** Both languages, one under the other, or beside each other where a line has room. */
export function Both({ text, isInline = false }: { text: Bilingual; isInline?: boolean }) {
  const [lead, other] = use(first) === 'ar' ? (['ar', 'en'] as const) : (['en', 'ar'] as const)
  if (text.en === text.ar || !text[other]) return <bdi>{text[lead]}</bdi>
  return (
    <span className={isInline ? css.bothInline : css.both}>
      {[lead, other].map((language) => (
        <bdi key={language} lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
          {text[language]}
        </bdi>
      ))}
    </span>
  )
}

type Keys<G extends keyof TillWords> = `${G}.${keyof TillWords[G] & string}`
/** The words that paper uses; flat groups only. */
type PaperWord =
  | Keys<'paper'>
  | Keys<'tender'>
  | Keys<'report'>
  | Keys<'movement'>
  | Keys<'why'>
  | Keys<'drawer'>
  | 'cart.total'
  | 'discount.title'

/** Answers a function from a key of the till's words to its text in both languages, for paper. */
export function useBilingualText() {
  const { i18n } = useTranslation('pos.till')
  const en = i18n.getFixedT('en', 'pos.till')
  const ar = i18n.getFixedT('ar', 'pos.till')
  return (key: PaperWord): Bilingual => ({ en: en(key), ar: ar(key) })
}

interface PaperRowProps {
  label: Bilingual
  value: string
  /** After the label: a rate, a reference, a count. */
  note?: string | undefined
  isTotal?: boolean
}

export function PaperRow({ label, value, note, isTotal = false }: PaperRowProps) {
  return (
    <p className={css.row} data-total={isTotal || undefined}>
      <span>
        <Both text={label} isInline />
        {note && (
          <bdi dir="ltr" className={css.note}>
            {note}
          </bdi>
        )}
      </span>
      <bdi dir="auto" className={css.value}>
        {value}
      </bdi>
    </p>
  )
}
