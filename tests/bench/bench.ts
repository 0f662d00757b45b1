/** `npm run bench`: a table; with `--json` one line a figure. Goals are ratios against a yardstick in the same run. */
import { benchEnqueue } from './enqueue.ts'
import { type Figure, printTable } from './figure.ts'
import { benchIngest } from './ingest.ts'

const figures: Figure[] = [await benchEnqueue(), ...(await benchIngest())]
if (process.argv.includes('--json')) for (const figure of figures) console.log(JSON.stringify(figure))
else printTable(figures)
process.exitCode = figures.every((f) => f.holds) ? 0 : 1
