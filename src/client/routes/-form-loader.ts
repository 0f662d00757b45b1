/** The loader of the page of a form. One for all: each of them would say the same in everybody's first load. */
export const formLoader = (slug: string) => async () => (await import('./-bring-form.ts')).bringForm(slug)
