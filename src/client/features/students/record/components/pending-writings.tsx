import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import type { PendingWriting } from '#shared/students/student-writing.types.ts'
import css from './file-parts.module.css'
import { Refusal } from './record-fields.tsx'

/** Notes and tasks that this device keeps: they wait for the network, or the server would not take them. */
export function PendingWritings({ waiting }: { waiting: readonly PendingWriting[] }) {
  const { t } = useTranslation('students')
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="kept-writings">
      <h3 id="kept-writings">{t('kept.writings')}</h3>
      <ul className={css.lines}>
        {waiting.map((each) => (
          <Line key={idOf(each)} kept={each} />
        ))}
      </ul>
    </section>
  )
}

const idOf = (kept: PendingWriting) => (kept.kind === 'note' ? kept.asked.noteId : kept.asked.taskId)

function Line({ kept }: { kept: PendingWriting }) {
  const { t } = useTranslation('students')
  const format = useFormat()
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(async () => {
    const { discardWriting } = await import('#client/platform/offline/desk-outbox.ts')
    await discardWriting(idOf(kept))
  })
  const text = kept.kind === 'note' ? kept.asked.text : kept.asked.task
  return (
    <li>
      <p className={common.asWritten}>
        <bdi dir="auto">{text}</bdi>
      </p>
      <p className={css.soft}>
        {t('kept.at', { at: format.dateTime(kept.keptAtMs) })} {kept.problem === null && t('kept.waits')}
      </p>
      {kept.problem && <Refusal>{errorText(kept.problem)}</Refusal>}
      {error && <Refusal>{errorText(error)}</Refusal>}
      <Button kind="quiet" isWorking={isPending} onClick={() => void mutate()}>
        {t('kept.back')} <span className="visually-hidden">{text}</span>
      </Button>
    </li>
  )
}
