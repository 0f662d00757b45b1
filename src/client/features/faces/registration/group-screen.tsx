import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { startDevice } from '#client/platform/offline/device.ts'
import { facesAtom } from '#client/platform/offline/faces.ts'
import { openTillAtom, useTillUpdates } from '#client/platform/offline/open-till.ts'
import { userAtom } from '#client/platform/session/session.ts'
import css from './components/group.module.css'
import { GroupList } from './components/group-list.tsx'
import { FacesOffScreen } from './faces-off-screen.tsx'

/** A class before one camera: whom it sees, corrected by hand, saved as a list. */
export function GroupScreen() {
  const { t } = useTranslation('faces')
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    startDevice().catch(() => setHasFailed(true))
  }, [])
  useTillUpdates()
  const open = useAtomValue(openTillAtom)
  const faces = useAtomValue(facesAtom)?.faces
  const user = useAtomValue(userAtom)
  if (faces?.state === 'off') return <FacesOffScreen />
  if (hasFailed || !open || !faces || !user)
    return (
      <section className={css.page}>
        <h1 className={css.title}>{t('group.title')}</h1>
        <p role="status">{t('group.noTablet')}</p>
      </section>
    )
  return <GroupList faces={faces} userId={user.userId} />
}
