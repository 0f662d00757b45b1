/** One file that the bundler makes: its name, and the modules that go into it. */
export interface Part {
  name: string
  test: RegExp
}

/** `[folder, modules]`: any of these modules in this folder of src, as one expression; an asterisk is all that is in it. */
type Modules = readonly [folder: string, modules: string]

const escaped = (path: string): string => path.replaceAll('/', String.raw`[\\/]`)

export const ours = (name: string, ...modules: Modules[]): Part => {
  const each = modules.map(([folder, names]) => `${escaped(folder)}[\\\\/]${names === '*' ? '' : `(${names})\\.`}`)
  return { name, test: new RegExp(`[\\\\/]src[\\\\/](${each.join('|')})`) }
}

/** Screens behind the sign-in: what stands in the first load for them, guard and address, is another module of that file. */
export const staff = (name: string, routes: string): Part => ({
  name,
  test: new RegExp(`routes[\\\\/]_authenticated[\\\\/](${escaped(routes)})\\.tsx\\?tsr-split`),
})
