import { createRoot } from 'react-dom/client'
import { useTranslation } from 'react-i18next'
import { loadWords } from '#client/i18n/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'

/** Changes of an earlier visit could not be read: they are tried again, or the person goes on without them. */
function UnreadEdit({ onAnswer }: { onAnswer: (isAgain: boolean) => void }) {
  const { t } = useTranslation('editor')
  return (
    <Sheet
      title={t('unread.title')}
      size="narrow"
      canClose={false}
      onClose={() => onAnswer(true)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{t('unread.without')}</Button>
          <Button kind="main" data-autofocus onClick={() => onAnswer(true)}>
            {t('retry')}
          </Button>
        </>
      }
    >
      <p>{t('unread.text')}</p>
    </Sheet>
  )
}

/** Says that changes of an earlier visit could not be read. @returns whether to try again; false to go on without them */
export async function askToReadAgain(): Promise<boolean> {
  await loadWords('editor')
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const isAgain = await new Promise<boolean>((resolve) => root.render(<UnreadEdit onAnswer={resolve} />))
  root.unmount()
  place.remove()
  return isAgain
}
