import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useTill } from '#client/platform/offline/open-till.ts'
import { CardIcon } from '#client/ui/icons/action-icons.tsx'
import { ItemPicture } from '../../pictures/item-picture.tsx'
import { TouchIcon } from '../kiosk-icons.tsx'
import css from '../self-service.module.css'
import { forYou } from '../shelf.rules.ts'
import { useVisit } from '../visit-context.ts'
import { Stage, StaffButton } from './stage.tsx'

const shownDishes = 3

/** Nobody is here: half of the tablet is one button, and a card is heard as well. */
export function Attract() {
  const { t } = useTranslation('pos.self-service')
  const pick = useBilingual()
  const { send, language } = useVisit()
  const { catalogue } = useTill()
  const dishes = forYou(catalogue).filter(({ soldOutOn }) => soldOutOn === undefined)
  const shown = dishes.slice(0, shownDishes)
  return (
    <Stage
      title={t('attract.title')}
      hasLanguage
      lead={
        shown.length > 0 &&
        t('attract.today', { dishes: shown.map(({ name }) => `⁨${pick(name)}⁩`).join(t('attract.and')) })
      }
      picture={shown.map((item) => <ItemPicture key={item.id} item={item} />)}
      bar={
        <>
          <span className={css.language}>{language}</span>
          <StaffButton />
        </>
      }
    >
      <button type="button" className={css.begin} data-autofocus onClick={() => send({ type: 'began' })}>
        <TouchIcon size={120} />
        <span>{t('attract.begin')}</span>
      </button>
      <p className={css.hintBox}>
        <CardIcon size={44} />
        <span>{t('attract.card')}</span>
      </p>
    </Stage>
  )
}
