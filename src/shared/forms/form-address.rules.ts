/** Where the forms that a school begins with are found; every other has its own name behind `/enquiryform`. */
const known: Readonly<Record<string, string>> = {
  enquiry: '/enquiry/new',
  'enquiry-vmsiihe': '/enquiry/vmsiihe',
  'enquiry-abq': '/enquiryform/abq',
  admission: '/admission',
  hr: '/hr/form',
  'mogra-hr': '/mogra/mograhr',
  'mogra-bills': '/mogra/mograbills',
  'mogra-erp': '/mogra/mograerp',
}

const others = '/enquiryform/'
const slugs = new Map(Object.entries(known).map(([slug, path]) => [path, slug]))

/** The page of a form that is open to everybody. */
export const addressOfForm = (slug: string): string => known[slug] ?? `${others}${slug}`

/** The form that a page shows; undefined for every other page. */
export function formAtAddress(path: string): string | undefined {
  if (slugs.has(path)) return slugs.get(path)
  const slug = path.startsWith(others) ? path.slice(others.length) : ''
  return /^[a-z][a-z0-9-]{1,40}$/.test(slug) ? slug : undefined
}
