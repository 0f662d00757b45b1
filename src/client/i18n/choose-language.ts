// chunk: settle
import i18next from 'i18next'
import { flushSync } from 'react-dom'
import { type AppLanguage, rememberLanguage } from './i18n.ts'

/** Namespaces of what is on the screen: each part names its own while it is drawn, so all of it is drawn once more. */
function shownNamespaces(): string[] {
  const shown = new Set(['common'])
  i18next.reportNamespaces = {
    addUsedNamespaces: (namespaces) => {
      for (const each of namespaces) shown.add(each)
    },
    getUsedNamespaces: () => [...shown],
  }
  flushSync(() => i18next.emit('languageChanged', i18next.language))
  return [...shown]
}

/**
 * A person's choice, remembered on this device; nothing typed is lost, the words change in place. Words of pages that were left are
 * asked for again when somebody returns to them.
 * @returns false, with nothing changed, where the words of what is shown can't be had: offline before the app is kept
 */
export async function chooseLanguage(lng: AppLanguage): Promise<boolean> {
  const shown = shownNamespaces()
  const missing = () => shown.filter((ns) => !i18next.hasResourceBundle(lng, ns))
  await i18next.reloadResources(lng, missing())
  if (missing().length > 0) return false
  i18next.options.ns = shown
  rememberLanguage(lng)
  document.documentElement.dataset.languageSource = 'storage'
  await i18next.changeLanguage(lng)
  return true
}
