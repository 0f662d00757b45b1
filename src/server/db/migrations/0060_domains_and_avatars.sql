-- expand: a school may have its own domain, which mailed links may lead to; people have pictures; a set-up link may name a template
ALTER TABLE "schools" ADD COLUMN "domain" text;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "is_domain_in_links" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools_domain_unique" UNIQUE("domain");--> statement-breakpoint
CREATE TABLE "user_pictures" (
	"school_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"data" "bytea" NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "user_pictures_school_id_name_pk" PRIMARY KEY("school_id","name")
);
--> statement-breakpoint
ALTER TABLE "user_pictures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "avatar" text;--> statement-breakpoint
CREATE POLICY "user_pictures_tenant" ON "user_pictures" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
ALTER TABLE "account_links" ADD COLUMN "template_id" uuid;
