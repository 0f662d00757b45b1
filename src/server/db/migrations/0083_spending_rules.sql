-- expand: spending rules of accounts and schools, the food list of a school, and kinds of food of items
CREATE TABLE "food_pack_choices" (
	"school_id" uuid NOT NULL,
	"chosen_at" timestamptz NOT NULL,
	"pack" text,
	"chosen_by" uuid NOT NULL,
	CONSTRAINT "food_pack_choices_school_id_chosen_at_pk" PRIMARY KEY("school_id","chosen_at"),
	CONSTRAINT "food_pack_choices_pack_check" CHECK ("food_pack_choices"."pack" in ('sa', 'kw', 'ae'))
);
--> statement-breakpoint
ALTER TABLE "food_pack_choices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "spending_rules" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"customer_id" uuid,
	"source" text NOT NULL,
	"terms" jsonb NOT NULL,
	"from_day" date,
	"until_day" date,
	"set_by" uuid,
	"set_at" timestamptz NOT NULL,
	"ended_at" timestamptz,
	CONSTRAINT "spending_rules_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "spending_rules_source_check" CHECK ("spending_rules"."source" in ('law', 'school', 'parent', 'pupil'))
);
--> statement-breakpoint
ALTER TABLE "spending_rules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "food_classes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "spending_rules_customer_idx" ON "spending_rules" USING btree ("school_id","customer_id","ended_at");--> statement-breakpoint
CREATE POLICY "food_pack_choices_tenant" ON "food_pack_choices" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "spending_rules_tenant" ON "spending_rules" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
