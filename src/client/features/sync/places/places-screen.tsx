import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { SettingsNav } from '#client/features/school/settings/settings-nav.tsx'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import link from '#client/ui/link.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { maxPlaces, maxTills, type Place, type PlaceTill } from '#shared/sync/places.contract.ts'
import { PlaceSheet, TillSheet } from './place-sheet.tsx'
import { dropTill, listPlaces } from './places.api.ts'
import css from './places.module.css'

type Opened = { place: Place | undefined } | { of: Place; till: PlaceTill | undefined }

/** Where the school sells and receives families: its places, with the tills and front desks that tablets are paired to. */
export function PlacesScreen() {
  const { t } = useTranslation('sync.devices')
  const errorText = useErrorText()
  const { answer: places, failure, again } = useAnswer(listPlaces)
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const done = () => {
    close()
    again()
  }
  return (
    <>
      <SettingsNav />
      <ListFrame
        title={t('places.title')}
        tools={
          places &&
          places.length < maxPlaces && (
            <Button onClick={() => setOpened({ place: undefined })}>{t('places.add')}</Button>
          )
        }
        failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
        loading={places || failure ? undefined : t('places.loading')}
        empty={places?.length === 0 ? { title: t('places.empty.title'), text: t('places.empty.text') } : undefined}
      >
        <p className={common.softLine}>
          {t('places.text')}{' '}
          <Link to="/pos/devices" className={link.link}>
            {t('places.pair')}
          </Link>
        </p>
        <ul className={css.places}>
          {places?.map((place) => (
            <PlaceCard key={place.id} place={place} onOpen={setOpened} onChanged={again} />
          ))}
        </ul>
        {opened && 'of' in opened && <TillSheet known={opened.till} place={opened.of} onClose={close} onDone={done} />}
        {opened && 'place' in opened && places && (
          <PlaceSheet known={opened.place} places={places} onClose={close} onDone={done} />
        )}
      </ListFrame>
    </>
  )
}

interface CardProps {
  place: Place
  onOpen: (opened: Opened) => void
  onChanged: () => void
}

function PlaceCard({ place, onOpen, onChanged }: CardProps) {
  const { t } = useTranslation('sync.devices')
  const pick = useBilingual()
  const errorText = useErrorText()
  const { mutate, error, isPending } = useMutation(dropTill, { onSuccess: onChanged })
  const name = pick(place.name)
  return (
    <li className={css.place}>
      <div className={css.head}>
        <h2>
          <bdi>{name}</bdi>{' '}
          <bdi dir="ltr" className={common.soft}>
            {place.code}
          </bdi>
        </h2>
        <Button aria-label={`${t('places.rename')}: ${name}`} onClick={() => onOpen({ place })}>
          {t('places.rename')}
        </Button>
      </div>
      <ul className={css.tills}>
        {place.tills.map((till) => (
          <TillLine
            key={till.id}
            till={till}
            code={`${place.code}-${till.code}`}
            isWorking={isPending}
            onRename={() => onOpen({ of: place, till })}
            onRemove={() => void mutate(till.id)}
          />
        ))}
      </ul>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      {place.tills.length < maxTills && (
        <div>
          <Button
            aria-label={`${t('places.till.add')}: ${name}`}
            onClick={() => onOpen({ of: place, till: undefined })}
          >
            {t('places.till.add')}
          </Button>
        </div>
      )}
    </li>
  )
}

interface LineProps {
  till: PlaceTill
  /** As it stands in receipt numbers. */
  code: string
  isWorking: boolean
  onRename: () => void
  onRemove: () => void
}

function TillLine({ till: { name, kind, hasBeenPaired }, code, isWorking, onRename, onRemove }: LineProps) {
  const { t } = useTranslation('sync.devices')
  const pick = useBilingual()
  return (
    <li className={css.till}>
      <span className={css.words}>
        <bdi>{pick(name)}</bdi>{' '}
        <span className={common.soft}>
          <bdi dir="ltr">{code}</bdi> · {t(`places.till.kinds.${kind}`)} ·{' '}
          {t(hasBeenPaired ? 'places.till.paired' : 'places.till.unpaired')}
        </span>
      </span>
      <Button aria-label={`${t('places.rename')}: ${pick(name)}`} onClick={onRename}>
        {t('places.rename')}
      </Button>
      {!hasBeenPaired && (
        <Button aria-label={`${t('places.till.remove')}: ${pick(name)}`} isWorking={isWorking} onClick={onRemove}>
          {t('places.till.remove')}
        </Button>
      )}
    </li>
  )
}
