import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import css from '#client/features/students/record/components/student-sheet.module.css'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { DateField, TextField } from '#client/ui/fields/text-field.tsx'
import { isConditional, offerLetters } from '#shared/letters/letter-kinds.rules.ts'
import { isOwnLetter, ownLettersOf } from '#shared/school/own-letters.rules.ts'
import type { SchoolDetails } from '#shared/school/school-read.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { firstDayOf } from '#shared/school/school-year.rules.ts'
import type { OpenTransition, StudentFile } from '../../student-file/student.api.ts'
import type { Decision } from '../../transitions/hooks/use-decision.ts'
import { useIsOnline } from '#client/platform/use-online.ts'
import { needsNote } from '../../transitions/transition-draft.ts'
import { initialOfferDraft, type OfferDraft, type OfferPart, parseOfferDraft } from '../offer-draft.ts'
import offerStyles from './offer-section.module.css'
import { BeforeTerms, OfferNote, Preview, WrongParts } from './offer-form-parts.tsx'
import { ConditionRows, FeeRows, MoneyHints, SignerRows } from './offer-rows.tsx'

interface OfferFormProps {
  file: StudentFile
  move: OpenTransition
  decision: Decision
  isOpen: boolean
  onDone: () => void
  onClose: () => void
}

/** Returns the draft that the form begins with; the child starts with its school year where the school has set that. */
const draftFor = (
  { offers, guardians, student, scheduledFees: fees }: StudentFile,
  years: SchoolDetails['years'],
  currency: Currency,
): OfferDraft =>
  initialOfferDraft(offers[0], student.language, guardians, firstDayOf(years, student.entryYear ?? 0), {
    fees,
    currency,
  })

/** What a seat is offered with. Offered again it is a new version: whatever was signed before counts no more. */
export function OfferForm({ file, move, decision, isOpen, onDone, onClose }: OfferFormProps) {
  const { t } = useTranslation('students')
  const { currency = 'QAR', years } = useAtomValue(schoolAtom) ?? {}
  const [typed, setTyped] = useState(() => draftFor(file, years, currency))
  const [note, setNote] = useState('')
  const [wrong, setWrong] = useState<readonly OfferPart[]>([])
  const [isUnsaid, setUnsaid] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isStale = decision.seen?.revision === file.student.revision
  const isProposed = !useIsOnline() && move.offline === 'propose'
  useBusy(true)
  useEffect(() => form.current?.querySelector<HTMLElement>('select')?.focus(), [])
  useEffect(() => {
    if (wrong[0])
      form.current
        ?.querySelector<HTMLElement>(`input[data-part=${wrong[0]}], [data-part=${wrong[0]}] :is(input, select, button)`)
        ?.focus()
  }, [wrong])
  const asked = parseOfferDraft(typed, currency)
  const send = async () => {
    if ('wrong' in asked) return setWrong(asked.wrong)
    setWrong([])
    flushSync(() => setUnsaid(needsNote(move) && note.trim() === ''))
    const missing = form.current?.querySelector<HTMLElement>('textarea[aria-invalid]')
    if (missing) return missing.focus()
    const change = { kind: 'offer', offer: asked.offer, ...(note.trim() && { note: note.trim() }) } as const
    if (isOpen && !isStale && (await decision.send(file, change))) onDone()
  }
  return (
    <div className={offerStyles.sheet} data-offer>
      <div className={offerStyles.sides}>
        <form
          ref={form}
          noValidate
          aria-label={t('move.offer-out')}
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <BeforeTerms move={move} file={file} isProposed={isProposed} />
          <Terms typed={typed} wrong={wrong} onChange={(more) => setTyped({ ...typed, ...more })}>
            <MoneyHints file={file} typed={typed} currency={currency} />
          </Terms>
          <OfferNote note={note} isUnsaid={isUnsaid} onChange={setNote} />
          <WrongParts wrong={wrong} />
          <div className={common.actions}>
            <Button type="submit" kind="main" isWorking={decision.isPending} disabled={!isOpen || isStale}>
              {t(move.needsApproval || isProposed ? 'moves.propose' : 'offer.send')}
            </Button>
            <Button onClick={onClose}>{t('moves.back')}</Button>
          </div>
        </form>
        <Preview studentId={file.student.student_id} offer={'offer' in asked ? asked.offer : undefined} />
      </div>
    </div>
  )
}

interface TermsProps {
  typed: OfferDraft
  wrong: readonly OfferPart[]
  onChange: (more: Partial<OfferDraft>) => void
  /** What is to be known of the deposit. */
  children: ReactNode
}

function Terms({ typed, wrong, onChange, children }: TermsProps) {
  const { t } = useTranslation('students')
  const { code, letters = ownLettersOf(code) } = useAtomValue(schoolAtom) ?? {}
  const invalid = (part: OfferPart) => (wrong.includes(part) ? { 'aria-invalid': true as const } : {})
  const input = (part: 'startOn' | 'expiresOn' | 'deposit' | 'dueDays', label: string) => {
    const Line = part === 'startOn' || part === 'expiresOn' ? DateField : TextField
    return (
      <Line
        label={label}
        {...invalid(part === 'dueDays' ? 'deposit' : part)}
        data-part={part}
        inputMode={Line === TextField ? 'decimal' : undefined}
        value={typed[part]}
        onChange={(typed) => onChange({ [part]: typed })}
      />
    )
  }
  return (
    <>
      <ChoiceField
        label={t('offer.letter')}
        values={offerLetters.filter((each) => each === typed.letter || isOwnLetter(each, letters))}
        nameOf={(each) => t(`offer.name.${each}`)}
        value={typed.letter}
        onChange={(chosen) => onChange({ letter: chosen })}
      />
      <div className={offerStyles.pair}>
        {input('startOn', t('offer.startOn'))}
        {input('expiresOn', t('offer.expiresOn'))}
      </div>
      <FeeRows rows={typed.fees} onChange={(fees) => onChange({ fees })} />
      <div className={offerStyles.pair}>
        {input('deposit', t('offer.deposit'))}
        {typed.deposit.trim() !== '' && input('dueDays', t('offer.dueDays'))}
      </div>
      {children}
      {isConditional(typed.letter) && (
        <ConditionRows rows={typed.conditions} onChange={(conditions) => onChange({ conditions })} />
      )}
      <SignerRows rows={typed.signers} onChange={(signers) => onChange({ signers })} />
    </>
  )
}
