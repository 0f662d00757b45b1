-- expand: the schools that background work is due at, and the pupils of a class by its id
CREATE TABLE "due_work" (
	"school_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"due_at" timestamptz NOT NULL,
	CONSTRAINT "due_work_school_id_kind_pk" PRIMARY KEY("school_id","kind")
);
--> statement-breakpoint
ALTER TABLE "due_work" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "due_work_tenant" ON "due_work" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "due_work_directory" ON "due_work" AS PERMISSIVE FOR SELECT TO "app_directory" USING (true);--> statement-breakpoint
CREATE INDEX "customers_class_id_idx" ON "customers" USING btree ("school_id","class_id");
