CREATE TABLE "letter_logos" (
	"school_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"png" "bytea",
	"sha256" text,
	"at" timestamptz NOT NULL,
	"by_user" uuid NOT NULL,
	CONSTRAINT "letter_logos_school_id_version_pk" PRIMARY KEY("school_id","version")
);
--> statement-breakpoint
ALTER TABLE "letter_logos" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "issued_letters" ADD COLUMN "logo_version" integer;--> statement-breakpoint
ALTER TABLE "issued_letters" ADD CONSTRAINT "issued_letters_school_id_logo_version_letter_logos_school_id_version_fk" FOREIGN KEY ("school_id","logo_version") REFERENCES "public"."letter_logos"("school_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "letter_logos_tenant_read" ON "letter_logos" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "letter_logos_tenant_add" ON "letter_logos" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));