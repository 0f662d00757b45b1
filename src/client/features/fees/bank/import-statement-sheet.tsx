// chunk: fees
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import outcome from '#client/ui/tables/import-outcome.module.css'
import { type ImportResult, sendStatement } from './bank.api.ts'
import { LineProblems } from './line-problems.tsx'
import { AccountFields, type StatementFault, statementFault, StatementFile } from './statement-fields.tsx'

interface ImportProps {
  /** Accounts of earlier imports. */
  accounts: readonly string[]
  onClose: () => void
  /** Lines were stored. */
  onImported: () => void
}

/** Sends a statement file. A file whose answer was lost is sent as itself again, and stored once. */
function useStatement(onImported: () => void) {
  const { idOf } = useCommandId()
  const [result, setResult] = useState<ImportResult>()
  const mutation = useMutation(
    (file: File, account: string) =>
      sendStatement(file, account, idOf([account, file.name, file.size, file.lastModified])),
    {
      onSuccess: (answer) => {
        setResult(answer)
        onImported()
      },
    },
  )
  return { ...mutation, result }
}

/** Chooses a statement file and its account, sends it, and says what became of its lines. */
export function ImportStatementSheet({ accounts, onClose, onImported }: ImportProps) {
  const { t } = useTranslation('fees.bank')
  const errorText = useErrorText()
  const formId = useId()
  const [chosen, setChosen] = useState(accounts[0] ?? '')
  const [named, setNamed] = useState('')
  const [file, setFile] = useState<File>()
  const [wrong, setWrong] = useState<StatementFault>()
  const { mutate, isPending, error, result } = useStatement(onImported)
  const account = (chosen === '' ? named : chosen).trim()
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const fault = statementFault(account, file)
    setWrong(fault)
    if (!fault && file) void mutate(file, account)
  }
  return (
    <Sheet
      title={t('import.title')}
      onClose={onClose}
      canClose={!isPending}
      footer={<Foot formId={formId} isPending={isPending} isDone={result !== undefined} onClose={onClose} />}
    >
      {result ? (
        <Result result={result} />
      ) : (
        <form id={formId} className={common.stack} noValidate onSubmit={send}>
          <p>{t('import.lead')}</p>
          <AccountFields
            accounts={accounts}
            chosen={chosen}
            named={named}
            isWrong={wrong === 'account'}
            onChoose={setChosen}
            onName={setNamed}
          />
          <StatementFile
            file={file}
            wrong={wrong}
            onChoose={(next) => {
              setFile(next)
              setWrong(undefined)
            }}
          />
          {isPending && <p role="status">{t('import.reading')}</p>}
        </form>
      )}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

interface FootProps extends Pick<ImportProps, 'onClose'> {
  formId: string
  isPending: boolean
  isDone: boolean
}

function Foot({ formId, isPending, isDone, onClose }: FootProps) {
  const { t } = useTranslation('fees.bank')
  return (
    <>
      <Button onClick={onClose} disabled={isPending}>
        {t(isDone ? 'import.close' : 'cancel')}
      </Button>
      {!isDone && (
        <Button kind="main" type="submit" form={formId} isWorking={isPending}>
          {t('import.send')}
        </Button>
      )}
    </>
  )
}

function Result({ result: { format, lines, known, matched, doubtful, ignored, problems } }: { result: ImportResult }) {
  const { t } = useTranslation('fees.bank')
  const counts = { known, matched, doubtful, ignored }
  return (
    <>
      <p role="status">{t('import.done', { format: t(`format.${format}`), count: lines })}</p>
      <ul className={outcome.counts}>
        {(['matched', 'doubtful', 'known', 'ignored'] as const).map((each) => (
          <li key={each}>{t(`import.count.${each}`, { no: counts[each] })}</li>
        ))}
      </ul>
      {doubtful > 0 && <p>{t('import.decide')}</p>}
      <LineProblems problems={problems} problemCount={problems.length} />
    </>
  )
}
