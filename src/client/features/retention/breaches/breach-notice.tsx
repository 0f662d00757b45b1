import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createFormat } from '#client/i18n/format.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import { TextAreaField } from '#client/ui/fields/text-field.tsx'
import { useCopy } from '#client/ui/fields/use-copy.ts'
import link from '#client/ui/link.module.css'
import type { Language } from '#shared/kernel/fields.ts'
import type { Breach } from '#shared/retention/breach.contract.ts'

const languages: readonly Language[] = ['en', 'ar']
const languageName = { en: 'English', ar: 'العربية' } as const

/** What is sent to the authority and to families, in either language, to be copied. */
export function BreachNotice({ breach }: { breach: Breach }) {
  const { t, i18n } = useTranslation('retention.breaches')
  const may = useRights()
  const school = useAtomValue(schoolAtom)
  const [language, setLanguage] = useState<Language>(i18n.language === 'ar' ? 'ar' : 'en')
  const word = i18n.getFixedT(language, 'retention.breaches')
  const format = createFormat(language, school?.timeZone, school?.currency ?? 'QAR')
  const values = {
    school: school?.name[language] ?? '',
    at: format.dateTime(breach.discoveredAt),
    data: breach.dataKinds.map((each) => word(`data.${each}`)).join(language === 'ar' ? '، ' : ', '),
    people: breach.people === null ? word('unknown') : word('people', { count: breach.people }),
    happened: breach.happened,
    measures: breach.measures || '–',
    interpolation: { escapeValue: false },
  }
  return (
    <section className={common.stack} aria-label={t('notice.title')}>
      <h3>{t('notice.title')}</h3>
      <RadioChoices
        title={t('notice.language')}
        name="breach-language"
        values={languages}
        chosen={language}
        word={(each) => languageName[each]}
        onChoose={setLanguage}
      />
      <Text label={t('notice.authority')} language={language} text={word('notice.authorityText', values)} />
      <Text label={t('notice.families')} language={language} text={word('notice.familiesText', values)} />
      {may('messages.many') && (
        <Link to="/messages" className={link.link}>
          {t('notice.many')}
        </Link>
      )}
    </section>
  )
}

function Text({ label, language, text }: { label: string; language: Language; text: string }) {
  const { t } = useTranslation('retention.breaches')
  const { input, outcome, copy } = useCopy<HTMLTextAreaElement>(text)
  return (
    <div className={common.tightStack}>
      <TextAreaField
        ref={input}
        label={label}
        lang={language}
        rows={8}
        readOnly
        value={text}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={() => undefined}
      />
      <div className={common.centredActions}>
        <Button onClick={copy}>{t('notice.copy')}</Button>
        <span role="status" className={common.soft}>
          {outcome ? t(`notice.${outcome}`) : ''}
        </span>
      </div>
    </div>
  )
}
