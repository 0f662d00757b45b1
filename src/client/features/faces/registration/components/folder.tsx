import { useTranslation } from 'react-i18next'
import { useTill } from '#client/platform/offline/open-till.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { FileButton } from '#client/ui/fields/file-button.tsx'
import type { Faces } from '#local/recognition/faces.types.ts'
import type { SentFaces } from '#local/recognition/sent-faces.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { useFolder } from '../hooks/use-folder.ts'
import type { PortraitOutcome } from '../portraits.ts'
import css from '../registration.module.css'

interface FolderProps {
  faces: Faces
  sent: SentFaces
  userId: UserId
  onBack: () => void
}

/** Many portraits at once: what is in the folder, how far it has come, and each refusal with its reason. */
export function Folder({ faces, sent, userId, onBack }: FolderProps) {
  const { t } = useTranslation(['faces', 'faces.guide'])
  const till = useTill()
  const { folder, take, stop, start } = useFolder({ faces, sent, till, userId })
  useBusy(folder?.isRunning ?? false)
  const done = folder?.outcomes.length ?? 0
  const of = folder?.portraits.length ?? 0
  const isOver = of > 0 && done === of
  return (
    <section className={css.box}>
      <h1 className={css.title}>{t('folder.title')}</h1>
      <p>{t('folder.text')}</p>
      <div className={css.pick}>
        {/* The attribute that lets a folder be chosen; React knows it by this name only. */}
        <FileButton multiple {...{ webkitdirectory: '' }} onChange={(event) => take(event.currentTarget.files)}>
          {t('folder.choose')}
        </FileButton>
        <FileButton multiple accept="image/*" onChange={(event) => take(event.currentTarget.files)}>
          {t('folder.files')}
        </FileButton>
      </div>
      {folder && (
        <>
          <p role="status">{of === 0 ? t('folder.empty') : t('folder.ready', { count: of })}</p>
          <InlineNotice tone="problem">{folder.trouble ? t(`faces.guide:trouble.${folder.trouble}`) : ''}</InlineNotice>
          {done > 0 && !isOver && (
            <p>
              <progress className={css.progress} max={of} value={done} aria-label={t('folder.title')} />{' '}
              {t('folder.progress', { done, of })}
            </p>
          )}
          {isOver ? (
            <Report outcomes={folder.outcomes} />
          ) : (
            of > 0 && (
              <Button kind="main" size="large" onClick={() => (folder.isRunning ? stop() : void start())}>
                {t(folder.isRunning ? 'folder.stop' : done > 0 ? 'folder.goOn' : 'folder.start')}
              </Button>
            )
          )}
        </>
      )}
      {!folder?.isRunning && (
        <Button kind="quiet" onClick={onBack}>
          {t('folder.back')}
        </Button>
      )}
    </section>
  )
}

function Report({ outcomes }: { outcomes: readonly PortraitOutcome[] }) {
  const { t } = useTranslation('faces')
  const registered = outcomes.filter((outcome) => outcome.registered).length
  const textOf = (outcome: PortraitOutcome) =>
    outcome.registered ? t('folder.registered') : t(`folder.why.${outcome.why}`)
  const save = () => {
    const head = [t('folder.number'), t('folder.result')]
    const rows = [head, ...outcomes.map((outcome) => [outcome.admissionNo, textOf(outcome)])]
    // The mark at the beginning tells spreadsheets that this is UTF-8; a cell never begins with what they would reckon.
    const cell = (text: string) => `"${text.replace(/^[=+\-@]/, "'$&").replaceAll('"', '""')}"`
    const csv = `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
    const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
    const link = Object.assign(document.createElement('a'), { href: address, download: 'faces.csv' })
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <>
      <p role="status" className={css.name}>
        {t('folder.done', { registered, refused: outcomes.length - registered })}
      </p>
      <Button onClick={save}>{t('folder.report')}</Button>
      <table className={css.report}>
        <thead>
          <tr>
            <th>{t('folder.number')}</th>
            <th>{t('folder.result')}</th>
          </tr>
        </thead>
        <tbody>
          {outcomes.map((outcome) => (
            <tr key={outcome.admissionNo} data-registered={outcome.registered || undefined}>
              <td>
                <bdi dir="ltr">{outcome.admissionNo}</bdi>
              </td>
              <td>{textOf(outcome)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
