import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import { facesPurpose } from '#shared/consents/consent.rules.ts'
import { businessDay } from '#shared/kernel/time.ts'
import css from '../../offers/components/offer-section.module.css'
import type { StudentFile } from '../../student-file/student.api.ts'
import type { Decision } from '../../transitions/hooks/use-decision.ts'
import type { ConsentPerson, StudentConsents } from '../consents.api.ts'
import { type Scan, useScan } from '../hooks/use-scan.ts'
import { ScanChoice } from './scan-choice.tsx'

interface PaperConsentProps {
  file: StudentFile
  decision: Decision
  consents: StudentConsents
  person: ConsentPerson
  /** Of the person, in the reader's own script where it is known. */
  name: string
}

/** Staff write down what a guardian has answered on paper. */
export function PaperConsent(props: PaperConsentProps) {
  const { t } = useTranslation('admissions')
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <PaperForm {...props} onLeave={() => setOpen(false)} />
  return (
    <div className={css.actions}>
      <Button aria-label={`${t('consents.paper')}: ${props.name}`} onClick={() => setOpen(true)}>
        {t('consents.paper')}
      </Button>
    </div>
  )
}

type Said = Readonly<Record<string, boolean>>
type FormProps = PaperConsentProps & { onLeave: () => void }

function PaperForm({ file, decision, consents, person, name: shown, onLeave }: FormProps) {
  const { t } = useTranslation('admissions')
  const timeZone = useAtomValue(schoolAtom)?.timeZone ?? 'UTC'
  const today = businessDay(machineClock.nowMs(), timeZone, 0)
  const [said, setSaid] = useState<Said>({})
  const [on, setOn] = useState(today)
  const [isTried, setTried] = useState(false)
  const scan = useScan({ student_id: file.student.student_id })
  const isSending = scan.share !== undefined
  const isSaid = Object.keys(said).length > 0
  const missing = !isSaid ? 'answers' : on === '' || on > today ? 'on' : undefined
  // Told once it was tried, and no longer than it is so.
  const wrong = isTried ? missing : undefined
  useBusy(isSaid)
  const send = async () => {
    setTried(true)
    if (missing) return
    const answers = consents.wordings.flatMap(({ purpose, version }) => {
      const agrees = said[purpose]
      return agrees === undefined ? [] : [{ purpose, version, agrees }]
    })
    const scanId = scan.file || said[facesPurpose] ? await scan.send() : null
    if (scanId === undefined) return
    const { name, email, lastActId: seen } = person
    const paper = { guardian: { name, email }, answers, on, scanId, seen }
    if (await decision.send(file, { kind: 'paper-consent', ...paper })) onLeave()
  }
  return (
    <form
      noValidate
      aria-label={`${t('consents.paper')}: ${shown}`}
      className={css.paper}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending && !decision.isPending) void send()
      }}
    >
      <p className={css.soft}>{t('consents.lead')}</p>
      <Points consents={consents} said={said} onChange={setSaid} />
      {wrong === 'answers' && <InlineNotice tone="problem">{t('consents.wrong.answers')}</InlineNotice>}
      <PaperDay on={on} today={today} isWrong={wrong === 'on'} onChange={setOn} />
      <PaperScan scan={scan} />
      <div className={css.actions}>
        <Button type="submit" kind="main" isWorking={isSending || decision.isPending}>
          {t('consents.record')}
        </Button>
        <Button onClick={onLeave}>{t('offers.scan.leave')}</Button>
      </div>
    </form>
  )
}

interface PaperDayProps {
  on: string
  today: string
  isWrong: boolean
  onChange: (on: string) => void
}

function PaperDay({ on, today, isWrong, onChange }: PaperDayProps) {
  const { t } = useTranslation('admissions')
  return (
    <>
      <DateField
        label={t('consents.on')}
        width="narrow"
        max={today}
        value={on}
        aria-invalid={isWrong || undefined}
        onChange={onChange}
      />
      {isWrong && <InlineNotice tone="problem">{t('consents.wrong.on')}</InlineNotice>}
    </>
  )
}

function PaperScan({ scan }: { scan: Scan }) {
  const { t } = useTranslation('admissions')
  const errorText = useErrorText()
  return (
    <>
      <ScanChoice scan={scan} lead={t('consents.scan')} />
      {scan.problem && <InlineNotice tone="problem">{errorText(scan.problem)}</InlineNotice>}
    </>
  )
}

interface PointsProps {
  consents: StudentConsents
  said: Said
  onChange: (said: Said) => void
}

/** One point after the other, none answered beforehand: what the paper leaves open stays so. */
function Points({ consents, said, onChange }: PointsProps) {
  const { t } = useTranslation('admissions')
  const pick = useBilingual()
  const without = (purpose: string) => Object.fromEntries(Object.entries(said).filter(([key]) => key !== purpose))
  return consents.wordings.map(({ purpose, title }, no) => (
    <fieldset key={purpose} className={css.point}>
      <legend>
        <bdi>{pick(title)}</bdi>
      </legend>
      {(['agree', 'decline', 'open'] as const).map((way) => (
        <label key={way} className={css.radio}>
          <input
            type="radio"
            name={`paper ${purpose}`}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened this is gone
            autoFocus={no === 0 && way === 'open'}
            checked={way === 'open' ? said[purpose] === undefined : said[purpose] === (way === 'agree')}
            onChange={() => onChange(way === 'open' ? without(purpose) : { ...said, [purpose]: way === 'agree' })}
          />
          {t(`consents.say.${way}`)}
        </label>
      ))}
    </fieldset>
  ))
}
