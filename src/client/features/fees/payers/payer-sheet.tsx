// chunk: fees
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { type FeePayer, FeePayerInput } from '#shared/fees/setup/fee-payer.contract.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { addGuardian, putPayer, type StudentPayers } from './payer.api.ts'
import { usePayerName } from './use-payer-name.ts'

/** A payer as it is typed; empty for nothing. */
interface PayerDraft extends Pick<FeePayerInput, 'kind' | 'language' | 'isCitizen'> {
  nameLatin: string
  nameArabic: string
  email: string
  phone: string
  taxId: string
  nationalId: string
}

interface PayerFieldsProps {
  draft: PayerDraft
  wrong: readonly unknown[]
  onChange: (part: Partial<PayerDraft>) => void
}

/** Who the payer is, and how they are reached. */
function PayerFields({ draft, wrong, onChange }: PayerFieldsProps) {
  const { t } = useTranslation('fees.payers')
  const text = (field: 'nameLatin' | 'nameArabic' | 'email' | 'phone' | 'taxId' | 'nationalId') => ({
    label: t(`field.${field}`),
    autoComplete: 'off',
    maxLength: field.startsWith('name') || field === 'email' ? 200 : 40,
    error: wrong.includes(field) ? t(`wrong.${field}`) : undefined,
    value: draft[field],
    onChange: (typed: string) => onChange({ [field]: typed }),
  })
  return (
    <>
      <div className={common.sides}>
        <ChoiceField
          label={t('field.kind')}
          values={['company', 'person'] as const}
          value={draft.kind}
          nameOf={(kind) => t(`kind.${kind}`)}
          onChange={(kind) => onChange({ kind })}
        />
        <ChoiceField
          label={t('field.language')}
          values={['en', 'ar'] as const}
          value={draft.language}
          nameOf={(language) => t(`language.${language}`)}
          onChange={(language) => onChange({ language })}
        />
        <TextField {...text('nameLatin')} lang="en" />
        <TextField {...text('nameArabic')} lang="ar" />
        <TextField {...text('email')} type="email" />
        <TextField {...text('phone')} type="tel" />
        {draft.kind === 'company' ? (
          <TextField {...text('taxId')} dir="ltr" />
        ) : (
          <TextField {...text('nationalId')} dir="ltr" hint={t('nationalIdHint')} />
        )}
      </div>
      {draft.kind === 'person' && (
        <CheckboxField
          label={t('field.isCitizen')}
          checked={draft.isCitizen}
          onChange={(isCitizen) => onChange({ isCitizen })}
        />
      )}
    </>
  )
}

interface PayerSheetProps {
  studentId: string
  payers: StudentPayers
  /** Undefined for a new one. */
  payer: FeePayer | undefined
  onClose: () => void
  onDone: () => void
  /** Called instead for a new payer who is no guardian. */
  onAdded: (payer: FeePayer) => void
}

const empty: PayerDraft = {
  kind: 'company',
  nameLatin: '',
  nameArabic: '',
  language: 'en',
  email: '',
  phone: '',
  taxId: '',
  nationalId: '',
  isCitizen: false,
}

const draftOf = ({ id: _id, code: _code, revision: _revision, inFile: _inFile, ...payer }: FeePayer): PayerDraft => ({
  ...payer,
  nameLatin: payer.nameLatin ?? '',
  nameArabic: payer.nameArabic ?? '',
  email: payer.email ?? '',
  phone: payer.phone ?? '',
  taxId: payer.taxId ?? '',
  nationalId: payer.nationalId ?? '',
})

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

const inputOf = (id: string, draft: PayerDraft) => ({
  ...draft,
  id,
  nameLatin: orNull(draft.nameLatin),
  nameArabic: orNull(draft.nameArabic),
  email: orNull(draft.email),
  phone: orNull(draft.phone),
  taxId: draft.kind === 'company' ? orNull(draft.taxId) : null,
  nationalId: draft.kind === 'person' ? orNull(draft.nationalId) : null,
  isCitizen: draft.kind === 'person' && draft.isCitizen,
})

/** A payer: a guardian of the file by one press, or a person or company as typed. */
export function PayerSheet({ studentId, payers, payer, onClose, onDone, onAdded }: PayerSheetProps) {
  const { t } = useTranslation('fees.payers')
  const errorText = useErrorText()
  const formId = useId()
  const [id] = useState(() => payer?.id ?? uuidv7(machineClock.nowMs(), machineRandom))
  const [draft, setDraft] = useState(() => (payer ? draftOf(payer) : empty))
  const [wrong, setWrong] = useState<readonly unknown[]>([])
  const { mutate, isPending, error } = useMutation(
    async (asked: Parameters<typeof putPayer>[0]) => ({ ...asked.payer, inFile: null, ...(await putPayer(asked)) }),
    { onSuccess: (saved) => (payer ? onDone() : onAdded(saved)) },
  )
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const read = FeePayerInput.safeParse(inputOf(id, draft))
    setWrong(read.success ? [] : read.error.issues.map(({ path }) => path[0]))
    if (read.success) void mutate({ payer: read.data, seen: payer?.revision ?? 0 })
  }
  return (
    <Sheet
      title={t(payer ? 'edit' : 'add')}
      onClose={onClose}
      size="wide"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      {!payer && <Guardians studentId={studentId} payers={payers} onDone={onDone} />}
      <form id={formId} className={common.stack} noValidate onSubmit={save}>
        <PayerFields draft={draft} wrong={wrong} onChange={(part) => setDraft({ ...draft, ...part })} />
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

/** Guardians of the file who are no payers yet. */
function Guardians({ studentId, payers, onDone }: Pick<PayerSheetProps, 'studentId' | 'payers' | 'onDone'>) {
  const { t } = useTranslation('fees.payers')
  const errorText = useErrorText()
  const nameOf = usePayerName()
  const { mutate, isPending, error } = useMutation(addGuardian, { onSuccess: onDone })
  const others = payers.guardians.filter(({ payerId }) => payerId === null)
  if (others.length === 0) return null
  return (
    <section className={common.stack}>
      <h3 className={common.heading}>{t('guardians')}</h3>
      <div className={common.actions}>
        {others.map((guardian) => (
          <Button key={guardian.id} isWorking={isPending} onClick={() => void mutate(studentId, guardian.id)}>
            <bdi>{nameOf(guardian)}</bdi>
          </Button>
        ))}
      </div>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <h3 className={common.heading}>{t('other')}</h3>
    </section>
  )
}
