-- expand: school classes with promotions, cards of pupils with their history, imports of pupils; when and why a pupil left
CREATE TABLE "cards" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"card_no" text NOT NULL,
	"given_at" timestamptz,
	"given_by" uuid,
	"ended_at" timestamptz,
	"ended_by" uuid,
	"end_reason" text,
	CONSTRAINT "cards_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "cards_end_reason_check" CHECK ("cards"."end_reason" in ('lost', 'replaced', 'returned'))
);
--> statement-breakpoint
ALTER TABLE "cards" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "class_promotion_moves" (
	"school_id" uuid NOT NULL,
	"promotion_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	CONSTRAINT "class_promotion_moves_school_id_promotion_id_customer_id_pk" PRIMARY KEY("school_id","promotion_id","customer_id")
);
--> statement-breakpoint
ALTER TABLE "class_promotion_moves" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "class_promotions" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"from_year" integer NOT NULL,
	"made_at" timestamptz NOT NULL,
	"made_by" uuid NOT NULL,
	"undone_at" timestamptz,
	"undone_by" uuid,
	CONSTRAINT "class_promotions_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "class_promotions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "school_classes" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"year" integer NOT NULL,
	"grade" text NOT NULL,
	"name" jsonb NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "school_classes_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "school_classes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pupil_import_parts" (
	"school_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"rows" jsonb NOT NULL,
	"is_done" boolean NOT NULL,
	CONSTRAINT "pupil_import_parts_school_id_import_id_no_pk" PRIMARY KEY("school_id","import_id","no")
);
--> statement-breakpoint
ALTER TABLE "pupil_import_parts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pupil_imports" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"state" text NOT NULL,
	"counts" jsonb NOT NULL,
	"refused" jsonb NOT NULL,
	"done" integer NOT NULL,
	"started_at" timestamptz NOT NULL,
	"started_by" uuid NOT NULL,
	"expires_at" timestamptz NOT NULL,
	CONSTRAINT "pupil_imports_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "pupil_imports_state_check" CHECK ("pupil_imports"."state" in ('checked', 'running', 'stopped', 'done'))
);
--> statement-breakpoint
ALTER TABLE "pupil_imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "class_id" uuid;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "left_on" date;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "leave_reason" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "search_text" text;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_school_id_customer_id_customers_school_id_id_fk" FOREIGN KEY ("school_id","customer_id") REFERENCES "public"."customers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_promotion_moves" ADD CONSTRAINT "class_promotion_moves_promotion_fk" FOREIGN KEY ("school_id","promotion_id") REFERENCES "public"."class_promotions"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pupil_import_parts" ADD CONSTRAINT "pupil_import_parts_import_fk" FOREIGN KEY ("school_id","import_id") REFERENCES "public"."pupil_imports"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cards_customer_idx" ON "cards" USING btree ("school_id","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "class_promotions_year_key" ON "class_promotions" USING btree ("school_id","from_year") WHERE undone_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "school_classes_name_key" ON "school_classes" USING btree ("school_id","year",lower("name"->>'en'));--> statement-breakpoint
CREATE INDEX "pupil_imports_started_idx" ON "pupil_imports" USING btree ("school_id","started_at");--> statement-breakpoint
CREATE INDEX "customers_class_idx" ON "customers" USING btree ("school_id","class_name","admission_no","id");--> statement-breakpoint
CREATE POLICY "cards_tenant" ON "cards" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "class_promotion_moves_tenant" ON "class_promotion_moves" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "class_promotions_tenant" ON "class_promotions" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "school_classes_tenant" ON "school_classes" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "pupil_import_parts_tenant" ON "pupil_import_parts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "pupil_imports_tenant" ON "pupil_imports" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
