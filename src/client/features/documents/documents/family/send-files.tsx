import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import type { SendableType } from '#client/platform/files/send-file.ts'
import { FileButton } from '#client/ui/fields/file-button.tsx'
import type { useSendQueue } from '../hooks/use-send-queue.ts'
import css from './send-files.module.css'
import type { Sending } from './send-queue.ts'

// Not the desk's: a module shared with it would bring the desk into the family's page.
const mimeOf = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', pdf: 'application/pdf' } as const
const megabyte = 1024 * 1024

interface SendFilesProps {
  type: SendableType
  /** Which document, for who does not see it beside the buttons. */
  name: string
  sending: ReturnType<typeof useSendQueue>
  maySend: boolean
}

/** Photographs or chooses files of one document, and says how each gets on. */
export function SendFiles({ type, name, sending, maySend }: SendFilesProps) {
  const { t } = useTranslation('documents')
  const own = sending.sendings.filter((each) => each.type === type.code)
  const take = (input: HTMLInputElement) => {
    sending.send(type, [...(input.files ?? [])])
    input.value = ''
  }
  const images = type.accept.filter((kind) => kind !== 'pdf')
  return (
    <div className={css.send}>
      {maySend && (
        <div className={css.ways}>
          {images.length > 0 && (
            <span className={css.camera}>
              <FileButton
                accept={images.map((kind) => mimeOf[kind]).join(',')}
                capture="environment"
                onChange={(event) => take(event.currentTarget)}
              >
                <span>
                  {t('send.photo')} <span className="visually-hidden">{name}</span>
                </span>
              </FileButton>
            </span>
          )}
          <FileButton
            multiple
            accept={type.accept.map((kind) => mimeOf[kind]).join(',')}
            onChange={(event) => take(event.currentTarget)}
          >
            <span>
              {t('send.file')} <span className="visually-hidden">{name}</span>
            </span>
          </FileButton>
          <span className={css.soft}>{t('send.limit', { megabytes: type.maxBytes / megabyte })}</span>
        </div>
      )}
      <ul className={css.list} aria-live="polite">
        {own.map((each) => (
          <SendingLine key={each.key} sending={each} onAgain={sending.again} />
        ))}
      </ul>
    </div>
  )
}

function SendingLine({ sending: { name, state, share, problem }, onAgain }: { sending: Sending; onAgain: () => void }) {
  const { t } = useTranslation('documents')
  const errorText = useErrorText()
  const text =
    state === 'failed' && problem
      ? errorText(problem)
      : state === 'failed'
        ? ''
        : t(`send.${state}`, { percent: Math.round(share * 100) })
  return (
    <li className={css.line} data-state={state}>
      <bdi className={css.name}>{name}</bdi>
      <span>{text}</span>
      {state === 'sending' && <progress className={css.bar} max={1} value={share} aria-label={name} />}
      {state === 'waiting' && (
        <button type="button" className={css.again} onClick={onAgain}>
          {t('send.again')}
        </button>
      )}
    </li>
  )
}
