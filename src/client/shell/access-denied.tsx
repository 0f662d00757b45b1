import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { sessionAtom } from '#client/platform/session/session.ts'
import { LockIcon } from '#client/ui/icons/place-icons.tsx'
import { Notice } from './layout/notice.tsx'
import { signOutOnThisDevice } from './sign-out.ts'
import { SyncSlot } from './sync-slot.tsx'

export function AccessDenied() {
  const { t } = useTranslation()
  const router = useRouter()
  const { signedIn } = useAtomValue(sessionAtom)
  return (
    <Notice
      icon={<LockIcon size={24} />}
      title={t('denied.title')}
      actions={
        <>
          <Button onClick={() => void router.navigate({ to: '/' })}>{t('denied.home')}</Button>
          {signedIn && (
            <Button variant="default" onClick={() => void signOutOnThisDevice()}>
              {t('denied.other')}
            </Button>
          )}
          {signedIn && <SyncSlot />}
        </>
      }
    >
      <p>{t('denied.text')}</p>
    </Notice>
  )
}
