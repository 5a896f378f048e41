// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC2771Context} from "@openzeppelin/contracts/metatx/ERC2771Context.sol";
import {IMinimalForwarder} from "../src/interfaces/IMinimalForwarder.sol";
import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryTrustedForwarderTest is RegistryTest {
    function test_WhenAskedForTheForwarder() public view {
        assertEq(ERC2771Context(address(registry)).trustedForwarder(), address(forwarder));
    }

    function test_WhenTheForwarderCalls() public {
        vm.prank(address(forwarder));
        (bool accepted,) = address(registry).call(bytes.concat(attestCall(), bytes20(wallet.addr)));
        assertTrue(accepted);
        assertEq(registry.getAgent(agentId).lastAttestation, block.timestamp);
    }

    function test_WhenAnotherForwarderCalls() public {
        IMinimalForwarder.ForwardRequest memory req = requestOf(wallet, address(registry), attestCall());
        forwarder = IMinimalForwarder(deployArtifact("MinimalForwarder.sol:MinimalForwarder", ""));
        bytes memory execution = abi.encodeCall(IMinimalForwarder.execute, (req, signRequest(wallet, req)));
        (bool accepted, bytes memory returned) = address(forwarder).call(execution);
        assertFalse(accepted);
        assertEq(returned, abi.encodeWithSignature("Error(string)", "Not authorized for this agent"));
    }

    function attestCall() private view returns (bytes memory) {
        return abi.encodeCall(IRegistry.attestCompliance, (agentId));
    }
}
