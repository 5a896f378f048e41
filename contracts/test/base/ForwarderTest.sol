// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMinimalForwarder} from "../../src/interfaces/IMinimalForwarder.sol";
import {ForwardingBase} from "./ForwardingBase.sol";
import {ForwardTarget} from "./ForwardTarget.sol";

/// @title A forwarder with something to forward to, and ways to send it what it must refuse
abstract contract ForwarderTest is ForwardingBase {
    string internal constant INVALID = "MinimalForwarder: invalid signature";
    string internal constant INVALID_LENGTH = "MinimalForwarder: invalid signature length";
    string internal constant VALUE_MISMATCH = "MinimalForwarder: value mismatch";
    string internal constant INSUFFICIENT_GAS = "MinimalForwarder: insufficient gas";
    uint256 internal constant RELAYER_ETHER = 100 ether;

    ForwardTarget internal target;
    Actor internal signer;
    Actor internal other;
    address internal relayer;

    function setUp() public virtual override {
        super.setUp();
        target = new ForwardTarget();
        signer = makeActor("signer");
        other = makeActor("other");
        relayer = makeActor("relayer").addr;
        vm.deal(relayer, RELAYER_ETHER);
    }

    /// @dev The signer's next request: it has the target record what it sees.
    function validRequest() internal view returns (IMinimalForwarder.ForwardRequest memory) {
        return requestOf(signer);
    }

    function requestOf(Actor memory from) internal view returns (IMinimalForwarder.ForwardRequest memory req) {
        req = requestOf(from, address(target), abi.encodeCall(ForwardTarget.record, (7)));
        req.gas = 300_000;
    }

    /// @dev The other signature of the same message by the same key, which must not count.
    function mirrored(bytes memory signature) internal pure returns (bytes memory) {
        (bytes32 r, bytes32 s, uint8 v) = _split(signature);
        return abi.encodePacked(r, bytes32(SECP256K1_ORDER - uint256(s)), v == 27 ? uint8(28) : uint8(27));
    }

    function withV(bytes memory signature, uint8 v) internal pure returns (bytes memory) {
        (bytes32 r, bytes32 s,) = _split(signature);
        return abi.encodePacked(r, s, v);
    }

    /// @dev Cut, or filled up with zeros.
    function resized(bytes memory signature, uint256 length) internal pure returns (bytes memory result) {
        result = new bytes(length);
        for (uint256 i = 0; i < length && i < signature.length; ++i) result[i] = signature[i];
    }

    function execute(IMinimalForwarder.ForwardRequest memory req, bytes memory signature)
        internal
        returns (bytes memory)
    {
        vm.prank(relayer);
        return forwarder.execute{value: req.value}(req, signature);
    }

    /// @dev `execute` fails with exactly this reason, and leaves no trace.
    function assertRefused(IMinimalForwarder.ForwardRequest memory req, bytes memory signature, string memory reason)
        internal
    {
        assertReverts(req, signature, errorData(reason));
    }

    function assertReverts(IMinimalForwarder.ForwardRequest memory req, bytes memory signature, bytes memory data)
        internal
    {
        uint256 nonce = forwarder.getNonce(req.from);
        uint256 calls = target.calls();
        uint256 ether_ = relayer.balance;
        bytes memory execution = abi.encodeCall(IMinimalForwarder.execute, (req, signature));
        vm.prank(relayer);
        (bool accepted, bytes memory returned) = address(forwarder).call{value: req.value}(execution);
        assertFalse(accepted, "accepted");
        assertEq(returned, data, "reason");
        assertEq(forwarder.getNonce(req.from), nonce, "a refused request spent a nonce");
        assertEq(target.calls(), calls, "a refused request ran");
        assertEq(relayer.balance, ether_, "a refused request cost ether");
    }

    function errorData(string memory reason) internal pure returns (bytes memory) {
        return abi.encodeWithSignature("Error(string)", reason);
    }

    function _split(bytes memory signature) private pure returns (bytes32 r, bytes32 s, uint8 v) {
        assembly ("memory-safe") {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
            v := byte(0, mload(add(signature, 0x60)))
        }
    }
}
