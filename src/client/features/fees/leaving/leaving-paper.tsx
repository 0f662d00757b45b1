// chunk: fees
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { createFormat } from '#client/i18n/format.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { Printout } from '#client/ui/print/printout.tsx'
import type { ChildLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import css from './leaving.module.css'
import { LeavingStatement } from './leaving-statement.tsx'
import type { LeavingLanguage } from './leaving-words.ts'

/** The statement on paper: in the school’s first language, then in the other one, with the cheques to sign for. */
export function LeavingPaper({ leaving, isShared }: { leaving: ChildLeaving; isShared: boolean }) {
  const { i18n } = useTranslation('fees.leaving')
  const school = useAtomValue(schoolAtom)
  const order = school?.language === 'ar' ? (['ar', 'en'] as const) : (['en', 'ar'] as const)
  return (
    <Printout size="page">
      {order.map((lng) => {
        const t = i18n.getFixedT(lng, 'fees.leaving')
        const format = createFormat(lng, school?.timeZone, leaving.currency)
        return (
          <section key={lng} className={css.paper} lang={lng} dir={lng === 'ar' ? 'rtl' : 'ltr'}>
            <p>{school?.name[lng]}</p>
            <h1>{t('title')}</h1>
            <LeavingStatement leaving={leaving} isShared={isShared} in={{ lng, t, format }} />
            <SignedCheques leaving={leaving} in={{ lng, t, format }} />
          </section>
        )
      })}
    </Printout>
  )
}

function SignedCheques({ leaving: { cheques }, in: { t, format } }: { leaving: ChildLeaving; in: LeavingLanguage }) {
  if (cheques.length === 0) return null
  return (
    <>
      <h2>{t('cheques')}</h2>
      <ul className={css.signed}>
        {cheques.map(({ chequeId, number, bank, amount, currency, datedOn }) => (
          <li key={chequeId}>
            <bdi dir="ltr">{number}</bdi> · <bdi>{bank}</bdi> · {format.money(amount, currency)} ·{' '}
            {format.day(`${datedOn}T12:00Z`)}
            <p className={css.line}>{t('signature')}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
