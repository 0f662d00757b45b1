// chunk: profile
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { pictureOf } from '#client/platform/files/picture-file.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { FileButton } from '#client/ui/fields/file-button.tsx'
import { avatarSide, maxAvatarBytes } from '#shared/identity/profile.contract.ts'
import { saveAvatar } from '../profile.api.ts'
import css from './profile-part.module.css'
import { Said } from './said.tsx'

const limits = { side: avatarSide, bytes: maxAvatarBytes }

/** The person's own picture: chosen, cut to a square and made small here, then saved at once. */
export function AvatarField({ path }: { path: string }) {
  const { t } = useTranslation(['identity.profile', 'errors'])
  const errorText = useErrorText()
  const setSession = useSetAtom(sessionAtom)
  const [shown, setShown] = useState(path)
  const [said, setSaid] = useState<'saved' | 'removed' | 'refused'>()
  const { mutate, isPending, error } = useMutation(saveAvatar, {
    onSuccess: ({ avatar }) => {
      setShown(avatar)
      setSaid(avatar === '' ? 'removed' : 'saved')
      setSession((session) => (session.user ? { ...session, user: { ...session.user, avatar } } : session))
    },
  })
  const choose = async (file: File) => {
    setSaid(undefined)
    const data = await pictureOf(file, 'square', limits)
    if (data === undefined) setSaid('refused')
    else await mutate({ data })
  }
  const good = said === 'saved' || said === 'removed' ? t(`identity.profile:avatar.${said}`) : undefined
  const bad = said === 'refused' ? t('errors:profile.avatar-refused') : error && errorText(error)
  return (
    <section className={css.avatar} aria-label={t('identity.profile:avatar.title')}>
      {shown && <img src={shown} alt={t('identity.profile:avatar.alt')} width={64} height={64} />}
      <FileButton
        accept="image/jpeg,image/png,image/webp"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void choose(file)
          currentTarget.value = ''
        }}
      >
        {t(`identity.profile:avatar.${shown ? 'change' : 'choose'}`)}
      </FileButton>
      {shown && (
        <Button kind="quiet" isWorking={isPending} onClick={() => void mutate({ data: null })}>
          {t('identity.profile:avatar.remove')}
        </Button>
      )}
      <p className={css.avatarHint}>{t('identity.profile:avatar.hint')}</p>
      <Said good={good} bad={bad} />
    </section>
  )
}
