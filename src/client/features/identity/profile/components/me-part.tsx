// chunk: profile
import { useSetAtom } from 'jotai'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { pictureOf } from '#client/platform/files/picture-file.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { FileButton } from '#client/ui/fields/file-button.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { avatarSide, maxAvatarBytes, type OwnWords, type Profile } from '#shared/identity/profile.contract.ts'
import { saveAvatar, saveProfile } from '../profile.api.ts'
import css from './profile-part.module.css'
import { Said } from './said.tsx'

const fields = ['phoneNumber', 'relation', 'address', 'city', 'state', 'country'] as const satisfies (keyof OwnWords)[]

/** What browsers fill in by themselves. */
const fill = {
  phoneNumber: 'tel',
  relation: 'off',
  address: 'street-address',
  city: 'address-level2',
  state: 'address-level1',
  country: 'country-name',
} as const

export function MePart({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation(['identity.profile', 'frame'])
  const isFamily = profile.authority.includes('family')
  const roles = profile.authority.map((role) => t(`frame:role.${role}`)).join(t('frame:comma'))
  return (
    <>
      <AvatarField path={profile.avatar} />
      <dl className={css.facts}>
        {!profile.mayRename && (
          <Fact name={t('identity.profile:me.name')} value={inLanguage(profile.name, i18n.language)} />
        )}
        <Fact name={t('identity.profile:me.userName')} value={profile.userName} />
        <Fact name={t('identity.profile:me.email')} value={profile.email} />
        <Fact name={t('identity.profile:me.roles')} value={roles || t('identity.profile:me.noRoles')} />
      </dl>
      <p className={common.soft}>{t('identity.profile:me.fixed')}</p>
      <MeForm profile={profile} shown={fields.filter((field) => field !== 'relation' || isFamily)} />
    </>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div className={css.fact}>
    <dt>{name}</dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </div>
)

function MeForm({ profile, shown }: { profile: Profile; shown: readonly (keyof OwnWords)[] }) {
  const { t, i18n } = useTranslation('identity.profile')
  const errorText = useErrorText()
  const setSession = useSetAtom(sessionAtom)
  const [said, setSaid] = useState<OwnWords>(() => ownWords(profile))
  const [name, setName] = useState(() => inLanguage(profile.name, i18n.language))
  const [isSaved, setIsSaved] = useState(false)
  const { mutate, isPending, error } = useMutation(saveProfile, {
    onSuccess: ({ profile: saved }) => {
      setSession((session) => (session.user ? { ...session, user: { ...session.user, name: saved.name } } : session))
      setIsSaved(true)
    },
  })
  const isNameless = profile.mayRename && name.trim() === ''
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isNameless) return
    setIsSaved(false)
    void mutate({ ...said, ...(profile.mayRename && { name }) })
  }
  return (
    <form className={css.form} onSubmit={save} noValidate>
      {profile.mayRename && (
        <TextField
          label={t('me.name')}
          hint={t('me.nameHint')}
          error={isNameless ? t('me.nameMissing') : undefined}
          autoComplete="name"
          maxLength={100}
          value={name}
          onChange={setName}
        />
      )}
      {shown.map((field) => (
        <TextField
          key={field}
          label={t(`me.${field}`)}
          autoComplete={fill[field]}
          inputMode={field === 'phoneNumber' ? 'tel' : 'text'}
          maxLength={field === 'phoneNumber' ? 40 : field === 'relation' ? 60 : 100}
          value={said[field]}
          onChange={(value) => setSaid((before) => ({ ...before, [field]: value }))}
        />
      ))}
      <Button kind="main" type="submit" isWorking={isPending}>
        {t('me.save')}
      </Button>
      <Said good={isSaved ? t('me.saved') : undefined} bad={error && errorText(error)} />
    </form>
  )
}

const ownWords = ({ phoneNumber, relation, address, city, state, country }: Profile): OwnWords => ({
  phoneNumber,
  relation,
  address,
  city,
  state,
  country,
})

const limits = { side: avatarSide, bytes: maxAvatarBytes }

/** The person's own picture: chosen, cut to a square and made small here, then saved at once. */
function AvatarField({ path }: { path: string }) {
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
