// chunk: fees
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { type FeePayer, FeePayerInput } from '#shared/fees/setup/fee-payer.contract.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { addGuardian, putPayer, type StudentPayers } from './payer.api.ts'
import { type PayerDraft, PayerFields } from './payer-fields.tsx'
import { usePayerName } from './use-payer-name.ts'

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
