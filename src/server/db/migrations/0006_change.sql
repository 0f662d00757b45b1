CREATE TABLE "person_decisions" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"decision" text NOT NULL,
	"person_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"decided_at" timestamptz NOT NULL,
	"decided_by" uuid NOT NULL,
	"undone_at" timestamptz,
	"undone_by" uuid,
	CONSTRAINT "person_decisions_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "person_decisions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "person_keys" (
	"school_id" uuid NOT NULL,
	"key" text NOT NULL,
	"person_id" uuid NOT NULL,
	CONSTRAINT "person_keys_school_id_key_person_id_pk" PRIMARY KEY("school_id","key","person_id")
);
--> statement-breakpoint
ALTER TABLE "person_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "persons" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"submission_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"names" text[] NOT NULL,
	"birth_date" date,
	"phone" text,
	"email" text,
	CONSTRAINT "persons_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "persons" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "person_decisions" ADD CONSTRAINT "person_decisions_school_id_person_id_persons_school_id_id_fk" FOREIGN KEY ("school_id","person_id") REFERENCES "public"."persons"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_decisions" ADD CONSTRAINT "person_decisions_school_id_other_id_persons_school_id_id_fk" FOREIGN KEY ("school_id","other_id") REFERENCES "public"."persons"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_keys" ADD CONSTRAINT "person_keys_school_id_person_id_persons_school_id_id_fk" FOREIGN KEY ("school_id","person_id") REFERENCES "public"."persons"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "person_decisions_same_key" ON "person_decisions" USING btree ("school_id","person_id") WHERE decision = 'same' and undone_at is null;--> statement-breakpoint
CREATE INDEX "person_decisions_person_idx" ON "person_decisions" USING btree ("school_id","person_id");--> statement-breakpoint
CREATE INDEX "person_decisions_other_idx" ON "person_decisions" USING btree ("school_id","other_id");--> statement-breakpoint
CREATE INDEX "person_keys_person_idx" ON "person_keys" USING btree ("school_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "persons_place_key" ON "persons" USING btree ("school_id","submission_id","place");--> statement-breakpoint
CREATE POLICY "person_decisions_tenant" ON "person_decisions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "person_keys_tenant" ON "person_keys" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "persons_tenant" ON "persons" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));