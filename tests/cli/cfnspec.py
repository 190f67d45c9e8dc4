"""CloudFormation templates against the published resource specification."""
import json, re
import kit
from kit import check, equal

SPEC = kit.load(kit.SOURCE / "tests" / "data" / "cloudformation_types.json")["types"]
TYPES = {"string": str, "integer": int, "number": (int, float), "boolean": bool}


def check_value(value, shape, definitions, where):
    """A value of a template against its shape in the specification."""
    if isinstance(value, dict) and set(value) <= {"Ref", "Fn::Join"}:
        return check(shape == "string", f"{where} is a reference", f"where {shape} is expected")
    if isinstance(shape, list):
        if check(isinstance(value, list), f"{where} is a list", repr(value)):
            for i, v in enumerate(value):
                check_value(v, shape[0], definitions, f"{where}[{i}]")
    elif shape.startswith("#"):
        check_object(value, definitions[shape[1:]], definitions, where)
    else:
        ok = isinstance(value, TYPES[shape]) and (shape == "boolean") == isinstance(value, bool)
        check(ok, f"{where} is a {shape}", repr(value))


def check_object(value, properties, definitions, where):
    if not check(isinstance(value, dict), f"{where} is an object", repr(value)):
        return
    known = {k.rstrip("!"): v for k, v in properties.items()}
    for k in properties:
        check(not k.endswith("!") or k[:-1] in value, f"{where}.{k} is there")
    for k, v in value.items():
        if check(k in known, f"{where}.{k} is a known property"):
            check_value(v, known[k], definitions, f"{where}.{k}")


def check_template(doc, what):
    check(set(doc) <= {"AWSTemplateFormatVersion", "Description", "Metadata", "Resources", "Outputs"}, what, str(set(doc)))
    check(len(doc["Description"]) <= 1024, f"{what}: length of the description")
    for name, r in doc["Resources"].items():
        check(re.fullmatch("[A-Za-z0-9]{1,255}", name), f"{what}: logical id {name}")
        equal(set(r), {"Type", "Properties"}, f"{what}: keys of {name}")
        if check(r["Type"] in SPEC, f"{what}: type {r['Type']}"):
            check_object(r["Properties"], SPEC[r["Type"]]["properties"], SPEC[r["Type"]]["definitions"], f"{what}: {name}")
        if r["Type"].endswith("Alarm"):
            p = r["Properties"]
            check({"ComparisonOperator", "EvaluationPeriods"} <= set(p) and "Unit" not in p and
                  ("Statistic" in p) != ("ExtendedStatistic" in p), f"{what}: {name}")
    for m in re.findall(r'"Ref": "([^"]+)"', json.dumps(doc)):
        check(m in doc["Resources"] or m == "AWS::Region", f"{what}: Ref {m} leads somewhere")


def same_type(a, b):
    """Equal, and of the same types all the way down: 25 and 25.0 differ here."""
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)
