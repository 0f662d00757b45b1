/** Output file of the bundler: its name and its modules. */
export interface Part {
  name: string
  test: RegExp
}

/** `[folder, modules]`: any of these modules in this folder of src, as one expression; an asterisk matches all of it. */
type Modules = readonly [folder: string, modules: string]

const escaped = (path: string): string => path.replaceAll('/', String.raw`[\\/]`)

export const ours = (name: string, ...modules: Modules[]): Part => {
  const each = modules.map(([folder, names]) => `${escaped(folder)}[\\\\/]${names === '*' ? '' : `(${names})\\.`}`)
  return { name, test: new RegExp(`[\\\\/]src[\\\\/](${each.join('|')})`) }
}

/** Screens behind the sign-in; their part of the first load (guard and path) is another module of the same file. */
export const staff = (name: string, routes: string): Part => ({
  name,
  test: new RegExp(`routes[\\\\/]_authenticated[\\\\/](${escaped(routes)})\\.tsx\\?tsr-split`),
})
