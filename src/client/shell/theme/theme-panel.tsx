// chunk: profile
import { useAtom, useAtomValue } from 'jotai'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { chosenThemeAtom, themeAtom } from '#client/platform/prefs.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { defaultBrand } from '#shared/school/brand.rules.ts'
import { brandAt, colorLevels, isPaletteColor, type PaletteColor, palette } from '#client/theme/palette.ts'
import { Button } from '#client/ui/button.tsx'
import css from './theme-panel.module.css'

interface ChoiceProps<T extends string | number> {
  title: string
  options: readonly T[]
  chosen: T
  nameOf: (option: T) => string
  /** A colour shown beside the name. */
  swatchOf?: (option: T) => string
  onChoose: (option: T) => void
}

/** One of a few, all in sight; the browser's own radio buttons, so the arrows go through them. */
function Choice<T extends string | number>({ title, options, chosen, nameOf, swatchOf, onChoose }: ChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset className={css.choice}>
      <legend className={css.legend}>{title}</legend>
      <div className={css.options}>
        {options.map((option) => (
          <label key={option} className={css.option}>
            <input
              type="radio"
              className={css.radio}
              name={name}
              checked={option === chosen}
              onChange={() => onChoose(option)}
            />
            {swatchOf && <span className={css.swatch} style={{ background: swatchOf(option) }} />}
            {nameOf(option)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface SwitchProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}

const Switch = ({ isOn, onChange, children }: SwitchProps) => (
  <label className={css.switch}>
    <input type="checkbox" className={css.box} checked={isOn} onChange={() => onChange(!isOn)} />
    {children}
  </label>
)

const colors = ['school', ...(Object.keys(palette) as PaletteColor[])] as const
const modes = ['light', 'dark', 'system'] as const
const sizes = ['xs', 'sm', 'md', 'lg'] as const
const navModes = ['light', 'transparent'] as const

/** How the app looks to this person on this device. Each choice holds at once; what was not chosen is as the school has it. */
export function ThemePanel() {
  const { t } = useTranslation('frame')
  const [theme, choose] = useAtom(themeAtom)
  const [chosen, setChosen] = useAtom(chosenThemeAtom)
  const { direction, controlSize, navMode, panelExpand, cardBordered, layout, navSplit } = theme
  return (
    <div className={css.panel}>
      <ColorChoices />
      <Choice
        title={t('theme.mode')}
        options={modes}
        chosen={chosen.mode ?? theme.mode}
        nameOf={(mode) => t(`theme.modes.${mode}`)}
        onChoose={(mode) => choose({ mode })}
      />
      <Choice
        title={t('theme.size')}
        options={sizes}
        chosen={controlSize}
        nameOf={(size) => t(`theme.sizes.${size}`)}
        onChoose={(size) => choose({ controlSize: size })}
      />
      <Choice
        title={t('theme.nav')}
        options={navModes}
        chosen={navMode}
        nameOf={(mode) => t(`theme.navs.${mode}`)}
        onChoose={(mode) => choose({ navMode: mode })}
      />
      <div>
        <Switch isOn={layout.sideNavCollapse} onChange={(isOn) => choose({ layout: { sideNavCollapse: isOn } })}>
          {t('theme.collapse')}
        </Switch>
        <Switch isOn={navSplit} onChange={(isOn) => choose({ navSplit: isOn })}>
          {t('theme.split')}
        </Switch>
        <Switch isOn={panelExpand} onChange={(isOn) => choose({ panelExpand: isOn })}>
          {t('theme.expand')}
        </Switch>
        <Switch isOn={cardBordered} onChange={(isOn) => choose({ cardBordered: isOn })}>
          {t('theme.bordered')}
        </Switch>
      </div>
      <p className={css.direction}>{t(`theme.direction.${direction}`)}</p>
      <Button onClick={() => setChosen({})} disabled={Object.keys(chosen).length === 0}>
        {t('theme.reset')}
      </Button>
    </div>
  )
}

/** The colour and how deep it is. What is kept beside them is the shade that comes of both. */
function ColorChoices() {
  const { t } = useTranslation('frame')
  const [theme, choose] = useAtom(themeAtom)
  const chosen = useAtomValue(chosenThemeAtom)
  const ofSchool = useAtomValue(schoolAtom)?.theme.brand ?? defaultBrand
  const color = chosen.themeColor !== undefined && isPaletteColor(chosen.themeColor) ? chosen.themeColor : 'school'
  const hexOf = (name: (typeof colors)[number]) => (name === 'school' ? ofSchool : palette[name])
  const take = (name: (typeof colors)[number], level: number) =>
    choose({
      themeColor: name,
      primaryColorLevel: level,
      brand: brandAt(hexOf(name), level),
    })
  const level = chosen.primaryColorLevel ?? 600
  return (
    <>
      <Choice
        title={t('theme.color')}
        options={colors}
        chosen={color}
        nameOf={(name) => t(`theme.colors.${name}`)}
        swatchOf={(name) => brandAt(hexOf(name), theme.primaryColorLevel)}
        onChoose={(name) => take(name, level)}
      />
      <Choice
        title={t('theme.level')}
        options={colorLevels}
        chosen={colorLevels.find((each) => each === level) ?? 600}
        nameOf={(each) => t('theme.levelOf', { level: each })}
        swatchOf={(each) => (each === level ? (theme.brand ?? defaultBrand) : brandAt(hexOf(color), each))}
        onChoose={(each) => take(color, each)}
      />
    </>
  )
}
