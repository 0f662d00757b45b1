export interface Table {
  /** Quoted where necessary, ready for a statement. */
  name: string
  columns: string[]
}

/** A row of `tablesQuery`. */
export interface TableRow extends Table {
  [column: string]: unknown
  /** Tables that must be filled before this one. */
  needs: string[]
}

/** Asks for every table of ours with its columns and the tables it refers to. */
export const tablesQuery = `
    select c.oid::regclass::text as name,
      array(select quote_ident(attname) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select distinct confrelid::regclass::text from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as needs
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
    order by 1`

/** Puts tables in the order in which they can be filled: referenced ones first. @throws Error when they refer in a circle */
export function inOrder(rows: readonly TableRow[]): Table[] {
  const done = new Set<string>()
  const ordered: Table[] = []
  while (ordered.length < rows.length) {
    const ready = rows.filter(({ name, needs }) => !done.has(name) && needs.every((need) => done.has(need)))
    if (ready.length === 0) throw new Error('the tables refer to each other in a circle')
    for (const { name, columns } of ready) {
      ordered.push({ name, columns })
      done.add(name)
    }
  }
  return ordered
}
