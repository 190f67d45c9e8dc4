"""Request bodies against the API's own models: botocore's validation, and a walk over the model for what that does not
check (enumerations, lengths, ranges). Importing it ends the test as skipped where botocore is missing."""
import kit

try:
    import botocore.loaders, botocore.model, botocore.validate
except ImportError:
    kit.skip("python3-botocore is not installed: the request bodies were not checked against the API's models")

# The metric type is younger (2024-07) than the models of Debian 12.
YOUNGER = {"SageMakerVariantConcurrentRequestsPerModelHighResolution"}
loader = botocore.loaders.Loader()
models = {s: loader.load_service_model(s, "service-2") for s in ("application-autoscaling", "cloudwatch", "sagemaker-runtime")}


def walk(value, shapes, name, where):
    """Yields what breaks a limit that the model states."""
    s = shapes[name]
    kind = s["type"]
    size = len(value) if kind in ("string", "list") else value if kind in ("integer", "double", "float") else None
    if "enum" in s and value not in s["enum"] and value not in YOUNGER:
        yield f"{where}: {value!r} is none of {s['enum']}"
    if size is not None and not s.get("min", size) <= size <= s.get("max", size):
        yield f"{where}: {size} is outside {s.get('min')}..{s.get('max')}"
    if kind == "structure":
        for k, v in value.items():
            yield from walk(v, shapes, s["members"][k]["shape"], f"{where}.{k}")
    elif kind == "list":
        for i, v in enumerate(value):
            yield from walk(v, shapes, s["member"]["shape"], f"{where}[{i}]")


def problems(body, service, call):
    model = botocore.model.ServiceModel(models[service])
    shape = model.operation_model(call).input_shape
    report = botocore.validate.ParamValidator().validate(body, shape)
    return ([report.generate_report()] if report.has_errors() else list(walk(body, models[service]["shapes"], shape.name, call)))
