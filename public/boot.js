/*
 * Runs before the first paint, as a file of its own because the policy allows no inline script. It is the one place
 * that decides the language (the app reads <html lang>), so that words, direction, colour and mode never flash.
 * Plain ES2020: nothing compiles this file.
 */
;(() => {
  // Read by zod before its first schema: it would try `new Function`, which Trusted Types refuse and report.
  globalThis.__zod_globalConfig = { jitless: true }

  const root = document.documentElement
  let languages = ['en', 'ar']
  const known = (value) =>
    languages.find(
      (lng) =>
        lng ===
        String(value ?? '')
          .toLowerCase()
          .split(/[-_]/)[0],
    )
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null // storage is refused in some private windows
    }
  }
  const record = (key) => {
    try {
      return JSON.parse(stored(key)) ?? {}
    } catch {
      return {}
    }
  }
  const cookie = /(?:^|; )i18next=([^;]+)/.exec(document.cookie)?.[1]
  const school = record('school').details ?? {}
  // A school may offer one of them only.
  if (Array.isArray(school.languages)) languages = languages.filter((lng) => school.languages.includes(lng))

  const found = [
    ['query', known(new URLSearchParams(location.search).get('lng'))],
    ['cookie', known(cookie)],
    ['storage', known(stored('i18nextLng'))],
    // What is known of it, else what its server has said with this page.
    ['school', known(school.language ?? root.dataset.schoolLanguage)],
    ['browser', (navigator.languages ?? [navigator.language]).map(known).find(Boolean)],
    ['html', known(root.lang)],
  ].find(([, lng]) => lng) ?? ['fallback', 'en']
  const [source, lng] = found

  root.lang = lng
  root.dir = lng === 'ar' ? 'rtl' : 'ltr'
  root.dataset.languageSource = source

  const chosen = record('theme')
  const mode = chosen.mode ?? school.theme?.mode
  const isDark = mode === 'dark' || (mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
  const brand = chosen.brand ?? school.theme?.brand
  if (/^#[0-9a-f]{6}$/i.test(brand)) {
    root.style.setProperty('--brand', brand)
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', brand)
  }

  const words = ['common', ...(/^\/(?:pos-)?sign-in|^\/$/.test(location.pathname) ? ['identity.sign-in'] : [])]
  for (const ns of words) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: `/locales/${lng}/${ns}.json` })
    document.head.append(link)
  }
})()
